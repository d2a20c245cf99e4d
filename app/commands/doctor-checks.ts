import { existsSync, type Stats, statSync } from 'node:fs';
import { dirname } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { checkDatabaseFile, FIRST_BACKUP_MS, listBackups } from '#db/backup';
import { getDatabasePath } from '#db/client';
import { getContentsFolder, listAttachmentNames, listContents } from '#db/contents';
import { getFreeDiskBytes, MIN_FREE_FOR_FILES_BYTES } from '#db/disk';
import { DamagedFileError } from '#db/errors';
import { formatAttachmentNames } from '#db/restore';
import { findStandbyProblem } from '~/domain/standby/inspect.server';
import { getStandbyPaths } from '~/domain/standby/paths.server';
import { describeImapError } from '~/jobs/imap/errors';
import { FORWARDED_ADVICE, readSeenRequests } from '~/proxy-check.server';
import { getConfiguredBackupFolder, getMailSender } from '~/setting-defaults.server';
import { getSecretPath } from '~/setting-secrets.server';
import { parseSettings, type Settings } from '~/settings.server';
import { checkSettings, isAccessible, type ServerUser } from '~/settings-check.server';
import { readEnvFileNames } from '../../scripts/env-file.mjs';
import { describeError } from './command-line';

/** Checks an installation without `env`, which would end the process for a wrong setting. */

export interface Finding {
  kind: 'OK' | 'Note' | 'Problem';
  text: string;
}

const ok = (text: string): Finding => ({ kind: 'OK', text });
const note = (text: string): Finding => ({ kind: 'Note', text });
const problem = (text: string): Finding => ({ kind: 'Problem', text });

const MAX_MAIL_MS = 10_000;
const MAIL_TIMEOUTS = { connectionTimeout: 5_000, greetingTimeout: 5_000, socketTimeout: 5_000 };
/** A server that just started creates its database within this time, even on a slow machine. */
const MAX_START_MS = 10_000;
const START_POLL_MS = 100;

export async function* examineInstallation(mailTo?: string): AsyncGenerator<Finding> {
  const user = findServerUser();
  const { settings, problems, warnings, wrong } = await checkSettings(readEnvFileNames(), user);
  yield* problems.map(problem);
  yield* warnings.map(problem);
  if (!problems.length && !warnings.length) yield ok('Settings');
  const database = getDatabasePath(settings.DATABASE_URL);
  if (!problems.length) await waitForDatabase(database);
  const checks: Check[] = [
    ['Data folder', 'DATABASE_URL', () => checkDataFolder(database, settings)],
    ['Database', 'DATABASE_URL', () => checkDatabase(database)],
    ['Backups', 'BACKUP_DIR', () => checkBackups(database, settings)],
    ['Standby', 'STANDBY_DIR', () => checkStandby(database, settings, user)],
    ['Mail', 'SMTP_URL', () => checkMail(settings, mailTo)],
    ['Mailbox', 'IMAP_URL', () => checkMailFolder(settings)],
    ['APP_URL and proxy', 'APP_URL', () => checkProxy(settings)],
  ];
  for (const check of checks) {
    const [, setting] = check;
    if (!wrong.has('DATABASE_URL') && !wrong.has(setting)) yield* await runCheck(check);
    // The line about the setting says enough, except that no test was sent.
    else if (setting === 'SMTP_URL' && mailTo) yield NO_TEST_MAIL;
  }
}

type Check = [name: string, setting: keyof Settings, run: () => Finding[] | Promise<Finding[]>];

async function runCheck([name, , run]: Check): Promise<Finding[]> {
  try {
    const findings = await run();
    return findings.length ? findings : [ok(name)];
  } catch (error) {
    return [problem(`${name} could not be checked: ${describeError(error)}`)];
  }
}

function findServerUser(): ServerUser | undefined {
  if (process.getuid?.() !== 0) return undefined;
  const { DATABASE_URL } = parseSettings(process.env).settings;
  const folder = getStats(dirname(getDatabasePath(DATABASE_URL)));
  return folder?.uid ? { uid: folder.uid, gid: folder.gid } : undefined;
}

/** Waits for the database, so that scripts can run `doctor` right after starting the server. */
async function waitForDatabase(database: string): Promise<void> {
  const started = performance.now();
  while (!existsSync(database) && performance.now() - started < MAX_START_MS)
    await pause(START_POLL_MS);
}

const getStats = (path: string) => statSync(path, { throwIfNoEntry: false });

async function checkDataFolder(database: string, settings: Settings): Promise<Finding[]> {
  const folder = dirname(database);
  const stat = getStats(folder);
  if (!stat)
    return [
      problem(`There is no folder ${folder}: start the server once, or correct DATABASE_URL`),
    ];
  const found: Finding[] = [];
  const files = [
    `${database}-wal`,
    `${database}-shm`,
    getContentsFolder(database),
    getSecretPath(settings),
  ];
  for (const path of [database, ...files]) {
    const file = getStats(path);
    if (file) found.push(...checkOwner(path, file, stat));
  }
  const free = await getFreeDiskBytes(folder);
  if (free < MIN_FREE_FOR_FILES_BYTES)
    found.push(
      problem(
        `Only ${Math.floor(free / 1e6)} MB are free on the disk of ${folder}: delete old backups, or move to a larger disk. Below ${Math.ceil(MIN_FREE_FOR_FILES_BYTES / 1e6)} MB files are refused`,
      ),
    );
  return found;
}

/** Commands that root ran leave files of another owner. */
function checkOwner(path: string, file: Stats, folder: Stats): Finding[] {
  if (process.platform === 'win32') return [];
  const found: Finding[] = [];
  if (file.uid !== folder.uid)
    found.push(
      problem(
        `${path} belongs to user ${file.uid}, its folder to user ${folder.uid}: chown ${folder.uid}:${folder.gid} ${path}`,
      ),
    );
  // A folder of mode 700 already protects its files.
  if (file.mode & 0o077 && folder.mode & 0o077)
    found.push(problem(`${path} can be read by other users: chmod go= ${path}`));
  return found;
}

function checkDatabase(database: string): Finding[] {
  const stat = getStats(database);
  if (!stat)
    return [
      problem(
        `There is no database at ${database}: start the server to create it, restore a backup (npm run restore FILE), or correct DATABASE_URL`,
      ),
    ];
  if (stat.isDirectory()) return [];
  try {
    checkDatabaseFile(database);
    return checkContents(database);
  } catch (error) {
    if (!(error instanceof DamagedFileError))
      return [
        problem(
          `The database could not be checked: ${describeError(error)}. It need not be damaged: mend its owner or its disk first`,
        ),
      ];
    return [
      problem(
        `The database cannot be read or is damaged (${describeError(error)}): stop the server, copy the file elsewhere, and restore the last backup (npm run restore FILE)`,
      ),
    ];
  }
}

function checkContents(database: string): Finding[] {
  const stored = new Set(listContents(getContentsFolder(database)));
  const missing = [...listAttachmentNames(database)].filter(([name]) => !stored.has(name));
  if (!missing.length) return [];
  const names = formatAttachmentNames(missing.map(([, name]) => name));
  return [
    problem(
      `The contents of these files are missing: ${names}: bring them back from the folder pipeline-files of an older backup, or upload them again`,
    ),
  ];
}

function isNewDatabase(database: string): boolean {
  const stats = getStats(database);
  return stats !== undefined && Date.now() - stats.birthtimeMs < FIRST_BACKUP_MS;
}

function checkBackups(database: string, settings: Settings): Finding[] {
  const { BACKUP_DIR, BACKUP_EVERY } = settings;
  const folder = getConfiguredBackupFolder(settings);
  const [last] = existsSync(folder) ? listBackups(database, folder) : [];
  if (!last) {
    const advice = `There is no backup in ${folder}`;
    if (BACKUP_DIR && isNewDatabase(database))
      return [note(`${advice} yet: the server makes the first one soon after its start`)];
    return BACKUP_DIR
      ? [problem(`${advice}: run npm run backup, and see the server's log for the reason`)]
      : [note(`${advice}: set BACKUP_DIR, and the server makes them`)];
  }
  const found: Finding[] = [];
  const age = Date.now() - last.at.getTime();
  if (BACKUP_DIR && age > 3 * BACKUP_EVERY)
    found.push(
      problem(
        `The last backup is of ${last.at.toISOString()}, older than three intervals (BACKUP_EVERY): run npm run backup, and see the server's log for the reason`,
      ),
    );
  try {
    checkDatabaseFile(last.path);
  } catch (error) {
    found.push(
      problem(
        `The last backup cannot be used (${describeError(error)}): run npm run backup, and look at the disk of ${folder}`,
      ),
    );
  }
  if (!BACKUP_DIR) found.push(note('Backups are made by hand: set BACKUP_DIR to schedule them'));
  return found;
}

async function checkStandby(
  database: string,
  { STANDBY_DIR }: Settings,
  user: ServerUser | undefined,
): Promise<Finding[]> {
  if (!STANDBY_DIR)
    return [
      process.env.STANDBY_URL
        ? note('The copies at STANDBY_URL are not checked: see the log of Litestream')
        : note('No standby is set up: set STANDBY_DIR to have one'),
    ];
  const foreign = Object.values(getStandbyPaths(STANDBY_DIR)).find(
    (path) => existsSync(path) && !isAccessible(path, user),
  );
  if (foreign && user)
    return [
      problem(
        `The standby's ${foreign} may not be written by the user of the server: chown -R ${user.uid}:${user.gid} ${STANDBY_DIR}`,
      ),
    ];
  const reason = await findStandbyProblem(STANDBY_DIR, database);
  return reason ? [problem(`The standby is not up to date. ${reason}`)] : [];
}

const NO_TEST_MAIL = problem('No test mail was sent, because SMTP_URL is not set or wrong: set it');

async function checkMail(settings: Settings, mailTo?: string): Promise<Finding[]> {
  const { SMTP_URL } = settings;
  if (!SMTP_URL) return mailTo ? [NO_TEST_MAIL] : [note('SMTP_URL is not set: no mail is sent')];
  const { createTransport } = await import('nodemailer');
  const transport = createTransport({ url: SMTP_URL, ...MAIL_TIMEOUTS });
  const { hostname, port } = new URL(SMTP_URL);
  try {
    await withMailTimeout(transport.verify());
    if (mailTo) await withMailTimeout(transport.sendMail(buildTestMail(settings, mailTo)));
    return mailTo ? [ok(`Mail: a test was sent to ${mailTo}`)] : [];
  } catch (error) {
    return [
      problem(
        `The mail server ${hostname}${port && `:${port}`} did not take it (${describeError(error)}): correct SMTP_URL (host, port, smtp or smtps, user and password), or open the firewall`,
      ),
    ];
  } finally {
    transport.close();
  }
}

/** Connects, signs in and opens the folder; reads and moves nothing. */
async function checkMailFolder({ IMAP_URL }: Settings): Promise<Finding[]> {
  if (!IMAP_URL) return [note('IMAP_URL is not set: no emails are fetched for the inbox')];
  const { checkMailbox } = await import('~/jobs/imap/mailbox.server');
  const { host, port } = IMAP_URL;
  try {
    await withMailTimeout(checkMailbox(IMAP_URL, MAIL_TIMEOUTS));
    return [];
  } catch (error) {
    return [
      problem(
        `The mailbox at ${host}:${port} cannot be read (${describeImapError(error)}): correct IMAP_URL (host, port, user, password and folder), or open the firewall`,
      ),
    ];
  }
}

function buildTestMail(settings: Settings, to: string) {
  return {
    from: getMailSender(settings),
    to,
    subject: 'Test mail',
    text: 'Deal Pipeline can send mail.',
  };
}

async function withMailTimeout<T>(work: Promise<T>): Promise<T> {
  // Avoids an unhandled rejection when the timeout comes first.
  work.catch(() => undefined);
  const late = pause(MAX_MAIL_MS, undefined, { ref: false }).then(() => {
    throw new Error(`no answer within ${MAX_MAIL_MS / 1000} s`);
  });
  return Promise.race([work, late]);
}

function checkProxy(settings: Settings): Finding[] {
  const { forwardedAt, refusedOrigin, refusedAt } = readSeenRequests(settings);
  const found: Finding[] = [];
  if (forwardedAt && !settings.TRUST_PROXY) found.push(problem(FORWARDED_ADVICE));
  if (refusedOrigin && refusedOrigin !== settings.APP_URL)
    found.push(
      problem(
        `A form of the page at ${refusedOrigin} was refused at ${refusedAt}, because APP_URL is ${settings.APP_URL ?? 'not set'}: if people use that address, set APP_URL=${refusedOrigin}`,
      ),
    );
  return found;
}
