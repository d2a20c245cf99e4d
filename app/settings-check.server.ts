import { spawnSync } from 'node:child_process';
import { accessSync, constants, existsSync, readFileSync, statSync } from 'node:fs';
import { createServer } from 'node:net';
import { dirname, resolve } from 'node:path';
import { getDatabasePath } from '#db/client';
import { formatShortSecretMessage, getSecretPath, isLongSecret } from './setting-secrets.server';
import { parseSettings, type SettingProblem, type Settings } from './settings.server';
import { findUnknownSettings } from './unknown-settings.server';

export interface SettingsReport {
  settings: Settings;
  problems: string[];
  warnings: string[];
  wrong: Set<string>;
}

/** The server's user, where another one asks. */
export interface ServerUser {
  uid: number;
  gid: number;
}

/**
 * Checks the settings, and the folders and the address that they name. `namesInFile` are the names
 * in `.env`. Access is that of `user`; without one, of this process.
 */
export async function checkSettings(
  namesInFile: string[] = [],
  user?: ServerUser,
): Promise<SettingsReport> {
  const { settings, problems } = parseSettings(process.env);
  const wrong = new Set<string>(problems.map(({ name }) => name));
  const isRight = (name: keyof Settings) => !wrong.has(name);
  if (isRight('DATABASE_URL')) problems.push(...findDatabaseProblems(settings));
  if (isRight('BACKUP_DIR'))
    problems.push(...findFolderProblems('BACKUP_DIR', settings.BACKUP_DIR, user));
  const standbyProblems = findFolderProblems('STANDBY_DIR', settings.STANDBY_DIR, user);
  for (const { name } of [...problems, ...standbyProblems])
    if (name.endsWith('_DIR')) wrong.add(name);
  if (isRight('HOST')) problems.push(...(await findHostProblems(settings.HOST)));
  if (isRight('ADMIN_PASSWORD')) problems.push(...(await findPasswordProblems(settings)));
  return {
    settings,
    wrong,
    problems: [
      ...problems.map(({ name, message }) => `${name} ${message}`),
      ...(isRight('DATABASE_URL') && isRight('SESSION_SECRET') ? findSecretProblems(settings) : []),
    ],
    warnings: [
      // The server works without the standby's disk, and continues to copy when it is back.
      ...standbyProblems.map(({ name, message }) => `${name} ${message}`),
      ...findUnknownSettings(process.env, namesInFile).map(
        ({ name, nearest }) =>
          `${name} is not a known setting and has no effect. Did you mean ${nearest}?`,
      ),
    ],
  };
}

export async function requireSettings(namesInFile: string[]): Promise<void> {
  const { problems, warnings } = await checkSettings(namesInFile);
  for (const warning of warnings) console.error(`Warning: ${warning}`);
  for (const problem of problems) console.error(`Configuration: ${problem}`);
  if (problems.length) process.exit(1);
}

function findDatabaseProblems({ DATABASE_URL }: Settings): SettingProblem[] {
  const name = 'DATABASE_URL';
  const path = getDatabasePath(DATABASE_URL);
  const stat = statSync(path, { throwIfNoEntry: false });
  if (stat?.isDirectory())
    return [
      {
        name,
        message: `must name a file, but ${path} is a folder: add the file's name, such as ${DATABASE_URL}/pipeline.db`,
      },
    ];
  if (stat && !isAccessible(path)) return [{ name, message: formatInaccessible(path) }];
  return findFolderProblems(name, dirname(path));
}

/** Checks the nearest folder that exists, in which a missing one will be created. */
function findFolderProblems(
  name: string,
  folder: string | undefined,
  user?: ServerUser,
): SettingProblem[] {
  if (folder === undefined) return [];
  const wanted = resolve(folder);
  if (/^\/(proc|sys)(\/|$)/.test(wanted))
    return [{ name, message: `must be a folder on a disk, but ${wanted} is the system's own` }];
  let existing = wanted;
  while (!existsSync(existing) && dirname(existing) !== existing) existing = dirname(existing);
  if (!statSync(existing).isDirectory())
    return [{ name, message: `needs a folder, but ${existing} is a file: name another folder` }];
  if (isAccessible(existing, user)) return [];
  const isMissing = existing !== wanted;
  return [
    { name, message: formatInaccessible(isMissing ? wanted : existing, { user, isMissing }) },
  ];
}

/** Root may read and write everything, so a process of `user` tries instead. */
export function isAccessible(path: string, user?: ServerUser): boolean {
  const isFolder = statSync(path).isDirectory();
  if (user) {
    const search = isFolder ? ['-a', '-x', path] : [];
    const { status, error } = spawnSync('test', ['-r', path, '-a', '-w', path, ...search], user);
    return error !== undefined || status === 0;
  }
  const search = isFolder ? constants.X_OK : 0;
  try {
    accessSync(path, constants.R_OK | constants.W_OK | search);
    return true;
  } catch {
    return false;
  }
}

function formatInaccessible(
  path: string,
  { user, isMissing = false }: { user?: ServerUser; isMissing?: boolean } = {},
): string {
  const uid = user?.uid ?? process.getuid?.();
  const gid = user?.gid ?? process.getgid?.();
  const number = uid === undefined ? '' : ` (number ${uid})`;
  const advice = isMissing
    ? `create it for that user (install -d -o ${uid} -g ${gid} -m 700 ${path})`
    : `give it to that user (chown -R ${uid}:${gid} ${path})`;
  return `names ${path}, where the user of the server${number} may not read and write: ${advice}, or name another place`;
}

function findSecretProblems(settings: Settings): string[] {
  const file = getSecretPath(settings);
  if (settings.SESSION_SECRET || !existsSync(file)) return [];
  if (!isAccessible(file)) return [`SESSION_SECRET is not set, and ${formatInaccessible(file)}`];
  return isLongSecret(readFileSync(file, 'utf8').trim()) ? [] : [formatShortSecretMessage(file)];
}

/** Listens on a port that the system picks, because the server itself may be running. */
function findHostProblems(host: string): Promise<SettingProblem[]> {
  return new Promise((done) => {
    const probe = createServer();
    probe.once('error', ({ code }: NodeJS.ErrnoException) =>
      done([
        {
          name: 'HOST',
          message: `is not an address of this machine (${code}): use 127.0.0.1 for this machine only, 0.0.0.0 for all its addresses`,
        },
      ]),
    );
    probe.listen(0, host, () => probe.close(() => done([])));
  });
}

async function findPasswordProblems(settings: Settings): Promise<SettingProblem[]> {
  const { ADMIN_EMAIL = 'admin@example.com', ADMIN_PASSWORD, REFUSE_COMMON_PASSWORDS } = settings;
  if (!ADMIN_PASSWORD || !REFUSE_COMMON_PASSWORDS) return [];
  const { isCommonPassword } = await import('~/jobs/threads/passwords.js');
  const person = [ADMIN_EMAIL, ...ADMIN_EMAIL.split('@')];
  if (!(await isCommonPassword({ password: ADMIN_PASSWORD, person }))) return [];
  return [
    {
      name: 'ADMIN_PASSWORD',
      message:
        'is easy to guess, and REFUSE_COMMON_PASSWORDS is set: choose another one, or remove the line if the administrator exists',
    },
  ];
}
