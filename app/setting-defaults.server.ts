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

export function getMailSender({
  MAIL_FROM,
  APP_URL = 'http://localhost',
}: Pick<Settings, 'MAIL_FROM' | 'APP_URL'>): string {
  return MAIL_FROM ?? `"Deal Pipeline" <no-reply@${new URL(APP_URL).hostname}>`;
}
