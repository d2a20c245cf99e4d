import { access, constants, open, rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { findNewestBackup, FIRST_BACKUP_MS } from '#db/backup';
import { getDatabasePath, isDatabaseResponding } from '#db/client';
import { getFreeDiskBytes, MIN_FREE_FOR_FILES_BYTES } from '#db/disk';
import { getWriteQueue, transactionIfIdle } from '#db/transaction';
import { env } from '~/env.server';
import { getDatabaseCheck } from '~/jobs/database-check.server';
import { getStandbyState } from '~/jobs/standby.server';
import { getConfiguredBackupFolder } from '~/setting-defaults.server';

export type CheckState = 'ok' | 'warn' | 'fail';
export const CHECKS = ['database', 'disk', 'writes', 'backups', 'standby'] as const;
export interface Health {
  ok: boolean;
  checks: Record<(typeof CHECKS)[number], CheckState>;
}

const CACHE_MS = 1_000;
const MAX_PROBE_MS = 3_000;
const MAX_STANDBY_DELAY_MS = 5 * 60_000;

let cached: { until: number; health: Promise<Health> } | undefined;

export function getHealth(): Promise<Health> {
  if (!cached || cached.until < Date.now())
    cached = { until: Date.now() + CACHE_MS, health: runChecks() };
  return cached.health;
}

async function runChecks(): Promise<Health> {
  const [disk, writes, standby] = await Promise.all([
    runWithTimeout('disk', checkDisk),
    runWithTimeout('writes', checkWrites),
    runWithTimeout('standby', checkStandby),
  ]);
  const checks = { database: checkDatabase(), disk, writes, backups: checkBackups(), standby };
  return { ok: !Object.values(checks).includes('fail'), checks };
}

const runningChecks = new Map<string, Promise<CheckState>>();

/** Counts a check that hangs as failed, and does not start it again until it ends. */
function runWithTimeout(name: string, check: () => Promise<CheckState>): Promise<CheckState> {
  let current = runningChecks.get(name);
  if (!current) {
    current = check()
      .catch((): CheckState => 'fail')
      .finally(() => runningChecks.delete(name));
    runningChecks.set(name, current);
  }
  return Promise.race([current, pause(MAX_PROBE_MS, 'fail' as const, { ref: false })]);
}

function checkDatabase(): CheckState {
  try {
    return isDatabaseResponding() && !getDatabaseCheck()?.problem ? 'ok' : 'fail';
  } catch {
    return 'fail';
  }
}

async function checkDisk(): Promise<CheckState> {
  return getDiskState(await getFreeDiskBytes(dirname(getDatabasePath(env.DATABASE_URL))));
}

export function getDiskState(freeBytes: number): CheckState {
  if (freeBytes < MIN_FREE_FOR_FILES_BYTES) return 'fail';
  return freeBytes < 2 * MIN_FREE_FOR_FILES_BYTES ? 'warn' : 'ok';
}

async function checkWrites(): Promise<CheckState> {
  const file = `${getDatabasePath(env.DATABASE_URL)}.probe`;
  const handle = await open(file, 'w', 0o600);
  try {
    await handle.write('x');
    await handle.sync();
  } finally {
    await handle.close();
    await rm(file, { force: true });
  }
  const { runningMs } = getWriteQueue();
  if (runningMs !== undefined) return runningMs > MAX_PROBE_MS ? 'fail' : 'ok';
  return transactionIfIdle(async () => 'ok' as const).catch((error: { kind?: string }) =>
    error.kind === 'busy' ? 'warn' : 'fail',
  );
}

/**
 * Returns the age of the newest backup that opens; undefined if there is none. A date in the future
 * counts as new, but only without others.
 */
export function getBackupAgeMs(now = Date.now()): number | undefined {
  const database = getDatabasePath(env.DATABASE_URL);
  const last = findNewestBackup(database, getConfiguredBackupFolder(env));
  return last && Math.max(0, now - last.at.getTime());
}

/** Without a schedule no backup is promised, so the state never fails. */
function checkBackups(): CheckState {
  if (!env.BACKUP_DIR) return 'warn';
  try {
    const age = getBackupAgeMs();
    if (age !== undefined) return getBackupAgeState(age);
    const uptime = process.uptime() * 1000;
    return uptime > Math.min(FIRST_BACKUP_MS, 3 * env.BACKUP_EVERY) ? 'fail' : 'warn';
  } catch {
    return 'fail';
  }
}

function getBackupAgeState(age: number): CheckState {
  if (age > 3 * env.BACKUP_EVERY) return 'fail';
  return age > 2 * env.BACKUP_EVERY ? 'warn' : 'ok';
}

async function checkStandby(): Promise<CheckState> {
  if (env.STANDBY_DIR) await access(env.STANDBY_DIR, constants.W_OK | constants.X_OK);
  const since = getStandbyState()?.outdatedSince;
  return since ? getOutdatedStandbyState(Date.now() - since.getTime()) : 'ok';
}

/** A restart of Litestream, or the takeover of a recovered standby, is no reason to wake anybody. */
export function getOutdatedStandbyState(outdatedMs: number): CheckState {
  return outdatedMs > MAX_STANDBY_DELAY_MS ? 'fail' : 'warn';
}
