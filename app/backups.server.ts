import { type ChildProcess, fork } from 'node:child_process';
import { eq, or, and } from 'drizzle-orm';
import { type Backup, backupFolder, findNewestBackup, isBackupDue } from '#db/backup';
import { lastVerification } from '#db/blobs';
import { databasePath, db } from '#db/client';
import { fileSize } from '#db/disk';
import { users } from '#db/schema';
import { appUrl, env } from '~/env.server';
import { logError } from '~/log.server';
import { letter, sendMail, sendsMail } from '~/models/mail/mail.server';
import { maySignIn } from '~/models/user/session.server';

/** The server's scheduled backups: when they are made, and what is told of them. */

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;
/** A backup that fails reads and writes as much as one that does not. */
const RETRY_DELAY_MS = 15 * MINUTE_MS;

interface BackupFailure {
  at: Date;
  reason: string;
}
let failure: BackupFailure | undefined;
let mailedAt = -Infinity;

/** Returns why the last scheduled backup failed; undefined after a success. */
export function lastBackupFailure(): BackupFailure | undefined {
  return failure;
}

export interface BackupState {
  at: Date;
  bytes: number;
  /** When this and all other backups and the copies of files were last read through, since it was made. */
  verifiedAt?: Date;
}

/** Returns the newest backup that can be opened, or undefined. A clock that ran ahead does not count. */
export function newestBackup(): BackupState | undefined {
  const backup = findNewestBackup(databasePath(env.DATABASE_URL), currentBackupFolder());
  return backup && describeBackup(backup);
}

function currentBackupFolder(): string {
  return env.BACKUP_DIR ?? backupFolder(databasePath(env.DATABASE_URL));
}

function describeBackup({ path, at }: Backup): BackupState {
  const checked = lastVerification(path);
  return {
    at,
    bytes: fileSize(path),
    verifiedAt: checked && checked > at ? checked : undefined,
  };
}

/** Backs up when the last backup is old enough, in another process, because it blocks. */
export function scheduleBackups(folder: string): void {
  let running: ChildProcess | undefined;
  const backUpWhenDue = () => {
    if (running || isWaitingToRetry()) return;
    if (!isBackupDue(databasePath(env.DATABASE_URL), folder, env.BACKUP_EVERY)) return;
    let stderr = '';
    running = fork(new URL('./backup.js', import.meta.url), { silent: true }).once(
      'exit',
      (code, signal) => {
        running = undefined;
        noteBackup(code === 0, stderr.trim() || `It ended with ${code ?? signal}`, stderr !== '');
      },
    );
    running.stdout!.resume();
    running.stderr!.setEncoding('utf8').on('data', (text: string) => (stderr += text));
  };
  backUpWhenDue();
  setInterval(backUpWhenDue, MINUTE_MS).unref();
}

function isWaitingToRetry(now = Date.now()): boolean {
  const delay = Math.min(RETRY_DELAY_MS, env.BACKUP_EVERY);
  return failure !== undefined && now - failure.at.getTime() < delay;
}

function noteBackup(isDone: boolean, said: string, hasWarnings: boolean): void {
  if (isDone) {
    failure = undefined;
    if (hasWarnings) logError(new Error(said), 'The scheduled backup was made, with warnings');
    return;
  }
  failure = { at: new Date(), reason: said };
  logError(new Error(said), 'The scheduled backup failed');
  void mailFailure(said).catch((error: unknown) =>
    logError(error, 'The failed backup was not mailed'),
  );
}

/** Tells the administrators, at most once a day. */
async function mailFailure(reason: string, now = Date.now()): Promise<void> {
  if (!sendsMail || now - mailedAt < DAY_MS) return;
  mailedAt = now;
  const isAdmin = or(eq(users.role, 'admin'), eq(users.isAdmin, true));
  for (const admin of await db.select().from(users).where(and(isAdmin, maySignIn)))
    sendMail(
      letter(
        admin,
        'A backup failed',
        'The scheduled backup of Deal Pipeline failed:',
        reason,
        'Until a backup succeeds, what is entered would be lost with this machine. The System page shows the last one:',
        `${appUrl}/admin/system`,
      ),
    );
}
