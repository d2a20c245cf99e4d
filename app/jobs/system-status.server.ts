import { dirname } from 'node:path';
import { getDatabasePath } from '#db/client';
import { getFileSize, getFreeDiskBytes, MIN_FREE_FOR_FILES_BYTES } from '#db/disk';
import { canViewSystem, type Viewer } from '~/domain/access';
import { env } from '~/env.server';
import { forbidden } from '~/errors';
import {
  describeBackups,
  findNewestBackupState,
  getBackupStartedAt,
  getLastBackupFailure,
} from '~/jobs/backups.server';
import { getDatabaseCheck } from '~/jobs/database-check.server';
import { getInboxEmailState } from '~/jobs/inbox-emails.server';
import { getStandbyState } from '~/jobs/standby.server';
import { listLatestErrors, listSlowestRoutes } from '~/log-statistics.server';
import { getSeenRequests } from '~/proxy-check.server';
import { version } from '~/version.server';

/**
 * Returns the server's status, sizes in bytes and durations in ms. Throws 403 unless the viewer is
 * an admin.
 */
export async function getSystemStatus(viewer: Viewer) {
  if (!canViewSystem(viewer)) throw forbidden('Admin access required.');
  const database = getDatabasePath(env.DATABASE_URL);
  const free = await getFreeDiskBytes(dirname(database));
  return {
    version,
    node: process.versions.node,
    startedAt: new Date(Date.now() - process.uptime() * 1000),
    memory: process.memoryUsage.rss(),
    check: getDatabaseCheck(),
    routes: listSlowestRoutes(),
    errors: listLatestErrors(),
    database: getFileSize(database),
    writeAheadLog: getFileSize(`${database}-wal`),
    free,
    isDiskLow: free < MIN_FREE_FOR_FILES_BYTES,
    isForwarded: getSeenRequests().forwardedAt !== undefined,
    backup: {
      isScheduled: env.BACKUP_DIR !== undefined,
      every: env.BACKUP_EVERY,
      last: findNewestBackupState(),
      failure: getLastBackupFailure(),
      runningSince: getBackupStartedAt(),
      all: describeBackups(),
    },
    standby: getStandbyState(),
    inboxEmails: await getInboxEmailState(),
  };
}
