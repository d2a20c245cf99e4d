import { fork } from 'node:child_process';
import { setTimeout as pause } from 'node:timers/promises';
import { type Backup, canOpenBackup, findNewestBackup, isBackupDue, listBackups } from '#db/backup';
import { getDatabasePath } from '#db/client';
import { getLastVerification } from '#db/contents-backup';
import { getFileSize } from '#db/disk';
import { canBackUp, type Viewer } from '~/domain/access';
import { DAY_MS } from '~/domain/date/calendar-day';
import { composeMail } from '~/domain/mail/compose.server';
import { isMailConfigured, sendMail } from '~/domain/mail/send.server';
import { listActiveAdmins } from '~/domain/user/list.server';
import { appUrl, env } from '~/env.server';
import { forbidden } from '~/errors';
import { logError, logEvent } from '~/log.server';
import { getConfiguredBackupFolder } from '~/setting-defaults.server';

const MINUTE_MS = 60_000;
/** Failed backups read and write as much as others, so they are not retried every minute. */
const RETRY_DELAY_MS = 15 * MINUTE_MS;

/** A small fund's backup takes less, and is in the list when the page reloads. */
const MAX_WAIT_MS = 20_000;

interface BackupFailure {
  at: Date;
  reason: string;
}
let lastFailure: BackupFailure | undefined;
let mailedAt = -Infinity;

interface RunningBackup {
  startedAt: Date;
  ended: Promise<BackupFailure | undefined>;
}
let running: RunningBackup | undefined;

export function getLastBackupFailure(): BackupFailure | undefined {
  return lastFailure;
}

export interface BackupState {
  at: Date;
  bytes: number;
  verifiedAt?: Date;
}

export function findNewestBackupState(): BackupState | undefined {
  const backup = findNewestBackup(
    getDatabasePath(env.DATABASE_URL),
    getConfiguredBackupFolder(env),
  );
  return backup && describeBackup(backup);
}

export interface ListedBackup extends BackupState {
  isBeforeUpgrade: boolean;
  isReadable: boolean;
}

export function describeBackups(): ListedBackup[] {
  return listBackups(getDatabasePath(env.DATABASE_URL), getConfiguredBackupFolder(env)).map(
    (backup) => ({
      ...describeBackup(backup),
      isBeforeUpgrade: backup.isBeforeUpgrade,
      isReadable: canOpenBackup(backup.path),
    }),
  );
}

export function getBackupStartedAt(): Date | undefined {
  return running?.startedAt;
}

function describeBackup({ path, at }: Backup): BackupState {
  const checked = getLastVerification(path);
  return {
    at,
    bytes: getFileSize(path),
    verifiedAt: checked && checked > at ? checked : undefined,
  };
}

export function scheduleBackups(folder: string): void {
  const backUpWhenDue = () => {
    if (running || isWaitingToRetry()) return;
    if (isBackupDue(getDatabasePath(env.DATABASE_URL), folder, env.BACKUP_EVERY)) startBackup();
  };
  backUpWhenDue();
  setInterval(backUpWhenDue, MINUTE_MS).unref();
}

export async function backUpNow(viewer: Viewer): Promise<'made' | 'failed' | 'running'> {
  if (!canBackUp(viewer)) throw forbidden('Admin access required.');
  if (!running) logEvent('backup started');
  const { ended } = running ?? startBackup();
  return Promise.race([
    ended.then((failure) => (failure ? ('failed' as const) : ('made' as const))),
    pause(MAX_WAIT_MS, 'running' as const, { ref: false }),
  ]);
}

function startBackup(): RunningBackup {
  const ended = new Promise<BackupFailure | undefined>((resolve) => {
    let stderr = '';
    const command = import.meta.env.PROD ? './backup.js' : '../../scripts/command.mjs';
    const child = fork(new URL(command, import.meta.url), ['backup'], { silent: true });
    child.stdout!.resume();
    child.stderr!.setEncoding('utf8').on('data', (text: string) => {
      stderr += text;
    });
    const fail = (message: string) => {
      running = undefined;
      recordFailure(stderr.trim() || message);
      resolve(lastFailure);
    };
    const succeed = () => {
      running = undefined;
      lastFailure = undefined;
      if (stderr) logError(new Error(stderr.trim()), 'The backup was made, with warnings');
      resolve(undefined);
    };
    child.once('error', (error) => fail(error.message));
    child.once('close', (code, signal) => {
      if (code === 0) succeed();
      else fail(`It ended with ${code ?? signal}`);
    });
  });
  running = { startedAt: new Date(), ended };
  return running;
}

function isWaitingToRetry(): boolean {
  const delay = Math.min(RETRY_DELAY_MS, env.BACKUP_EVERY);
  return lastFailure !== undefined && Date.now() - lastFailure.at.getTime() < delay;
}

function recordFailure(message: string): void {
  lastFailure = { at: new Date(), reason: message };
  logError(new Error(message), 'The backup failed');
  void mailFailure(message).catch((error: unknown) =>
    logError(error, 'The failed backup was not mailed'),
  );
}

async function mailFailure(reason: string): Promise<void> {
  if (!isMailConfigured || Date.now() - mailedAt < DAY_MS) return;
  mailedAt = Date.now();
  for (const admin of await listActiveAdmins())
    sendMail(
      composeMail(
        admin,
        'A backup failed',
        'A backup of Deal Pipeline failed:',
        reason,
        'Until a backup succeeds, what is entered would be lost with this machine. The System page shows the last one:',
        `${appUrl}/admin/system`,
      ),
    );
}
