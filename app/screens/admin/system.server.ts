import { dirname } from 'node:path';
import { databasePath } from '#db/client';
import { fileSize, getFreeDiskBytes, MIN_FREE_FOR_FILES_BYTES } from '#db/disk';
import {
  backupRunningSince,
  describeBackups,
  lastBackupFailure,
  newestBackup,
} from '~/backups.server';
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
  const free = await getFreeDiskBytes(dirname(database));
  return {
    version,
    node: process.versions.node,
    startedAt: new Date(Date.now() - process.uptime() * 1000),
    memory: process.memoryUsage.rss(),
    check: databaseCheck(),
    routes: slowestRoutes(),
    errors: latestErrors(),
    database: fileSize(database),
    writeAheadLog: fileSize(`${database}-wal`),
    free,
    isDiskLow: free < MIN_FREE_FOR_FILES_BYTES,
    isForwarded: seenRequests().forwardedAt !== undefined,
    backup: {
      isScheduled: env.BACKUP_DIR !== undefined,
      every: env.BACKUP_EVERY,
      last: newestBackup(),
      failure: lastBackupFailure(),
      runningSince: backupRunningSince(),
      all: describeBackups(),
    },
    standby: standbyState(),
  };
}
