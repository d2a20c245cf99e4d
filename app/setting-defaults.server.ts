import { getBackupFolder } from '#db/backup';
import { getDatabasePath } from '#db/client';
import type { Settings } from './settings.server';

/** Defaults of settings that depend on other settings. */

export function getConfiguredBackupFolder({
  BACKUP_DIR,
  DATABASE_URL,
}: Pick<Settings, 'BACKUP_DIR' | 'DATABASE_URL'>): string {
  return BACKUP_DIR ?? getBackupFolder(getDatabasePath(DATABASE_URL));
}
