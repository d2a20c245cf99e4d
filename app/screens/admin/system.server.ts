import { existsSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import { backupFolder, listBackups } from '#db/backup';
import { databasePath } from '#db/client';
import { DISK_RESERVE_BYTES, freeDiskBytes } from '~/disk.server';
import { env } from '~/env.server';
import { latestErrors, slowestRoutes } from '~/log.server';
import { seenRequests } from '~/proxy-check.server';
import { forbidden } from '~/refusal';
import { version } from '~/version.server';
import { mayReadSystem, type Viewer } from '~/models/access';
import { databaseCheck } from '~/database-check.server';
import { standbyState } from '~/standby.server';

/** Server status. Sizes in bytes, durations in ms. Throws 403 unless the viewer is an admin. */
export async function readSystem(viewer: Viewer) {
  if (!mayReadSystem(viewer)) throw forbidden('Admin access required.');
  const database = databasePath(env.DATABASE_URL);
  const free = await freeDiskBytes(dirname(database));
  return {
    version,
    node: process.versions.node,
    startedAt: new Date(Date.now() - process.uptime() * 1000),
    memory: process.memoryUsage.rss(),
    check: databaseCheck(),
    routes: slowestRoutes(),
    errors: latestErrors(),
    database: sizeOf(database),
    writeAheadLog: sizeOf(`${database}-wal`),
    free,
    isDiskLow: free < DISK_RESERVE_BYTES,
    isForwarded: seenRequests().forwardedAt !== undefined,
    backup: lastBackup(database),
    standby: standbyState(),
  };
}

function lastBackup(database: string) {
  const folder = env.BACKUP_DIR ?? backupFolder(database);
  const [last] = existsSync(folder) ? listBackups(database, folder) : [];
  return {
    isScheduled: env.BACKUP_DIR !== undefined,
    every: env.BACKUP_EVERY,
    last: last && { at: last.at, size: sizeOf(last.path) },
  };
}

function sizeOf(path: string): number {
  return statSync(path, { throwIfNoEntry: false })?.size ?? 0;
}
