import {
  chmodSync,
  closeSync,
  existsSync,
  fsyncSync,
  openSync,
  readdirSync,
  renameSync,
  rmSync,
} from 'node:fs';
import { basename, dirname, join } from 'node:path';
import SQLite from 'better-sqlite3';
import { createFile, createFolder } from './create-files';
import { DamagedFileError, DatabaseOpenError, describeFileError } from './errors';
import { withLock } from './lock';

/** Backups are complete, verified, and readable by the server's user only. */

const KEPT_DAYS = 30;
const MAX_UPGRADE_BACKUPS = 3;

export function getBaseName(database: string): string {
  return basename(database).replace(/\.\w+$/, '');
}

/** Returns 20261121T031500.123Z, which sorts by time and is valid as a file name. */
export function formatTimestamp(moment: Date): string {
  return moment.toISOString().replace(/[-:]/g, '');
}

/**
 * Backs up the database while it is in use, and returns the path. Blocks, so the server runs it in
 * another process.
 */
export function backUp(database: string, folder: string, now = new Date()): string {
  if (!existsSync(database)) throw new Error(`${database} does not exist`);
  return withLock(database, 'shared', () => copyDatabase(database, folder, { now }));
}

interface CopyOptions {
  now?: Date;
  beforeVersion?: number;
}

export function copyDatabase(
  database: string,
  folder: string,
  { now = new Date(), beforeVersion }: CopyOptions = {},
): string {
  createFolder(folder);
  const suffix = beforeVersion === undefined ? '' : `-before-v${beforeVersion}`;
  const file = join(folder, `${getBaseName(database)}-${formatTimestamp(now)}${suffix}.db`);
  const unfinished = `${file}.unfinished`;
  try {
    copySnapshot(database, unfinished);
    renameSync(unfinished, file);
    flushToDisk(folder);
    return file;
  } catch (error) {
    rmSync(unfinished, { force: true });
    throw error;
  }
}

export function copySnapshot(database: string, file: string): void {
  rmSync(file, { force: true });
  const source = new SQLite(database, { readonly: true, fileMustExist: true });
  try {
    closeSync(createFile(file));
    source.prepare('VACUUM INTO ?').run(file);
  } catch (error) {
    if (!(error instanceof SQLite.SqliteError)) throw error;
    throw new DatabaseOpenError(error.code === 'SQLITE_FULL' ? file : database, error);
  } finally {
    source.close();
  }
  checkDatabaseFile(file);
  chmodSync(file, 0o600);
  flushToDisk(file);
}

export function checkDatabaseFile(file: string, name = file): void {
  const connection = new SQLite(file, { readonly: true, fileMustExist: true });
  try {
    const result = connection.pragma('integrity_check(1)', { simple: true });
    if (result !== 'ok') throw new DamagedFileError(`${name} is damaged: ${String(result)}`);
    const orphans = connection.pragma('foreign_key_check') as unknown[];
    if (orphans.length)
      throw new DamagedFileError(`${name} has ${orphans.length} rows without their parent`);
  } catch (error) {
    throw error instanceof SQLite.SqliteError ? describeFileError(name, error) : error;
  } finally {
    connection.close();
  }
}

export function flushToDisk(path: string): void {
  const handle = openSync(path, 'r');
  fsyncSync(handle);
  closeSync(handle);
}

const BACKUP_NAME = /^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)\.(\d{3})Z(-before-v\d+)?\.db$/;

/** Delays warnings about a missing backup: the first takes a minute, or several on a slow machine. */
export const FIRST_BACKUP_MS = 60 * 60_000;

export interface Backup {
  path: string;
  at: Date;
  isBeforeUpgrade: boolean;
}

export function listBackups(database: string, folder: string): Backup[] {
  if (!existsSync(folder)) return [];
  const prefix = `${getBaseName(database)}-`;
  return readdirSync(folder)
    .flatMap((file) => {
      const moment = file.startsWith(prefix) ? BACKUP_NAME.exec(file.slice(prefix.length)) : null;
      const [, year, month, day, hour, minute, second, ms, upgrade] = moment ?? [];
      if (!year) return [];
      const at = new Date(`${year}-${month}-${day}T${hour}:${minute}:${second}.${ms}Z`);
      return [{ path: join(folder, file), at, isBeforeUpgrade: upgrade !== undefined }];
    })
    .sort((left, right) => right.at.getTime() - left.at.getTime());
}

export function findNewestBackup(
  database: string,
  folder: string,
  now = new Date(),
): Backup | undefined {
  const backups = listBackups(database, folder);
  const isPast = ({ at }: Backup) => at <= now;
  const inOrder = [...backups.filter(isPast), ...backups.filter((backup) => !isPast(backup))];
  return inOrder.find(({ path }) => canOpenBackup(path));
}

export function canOpenBackup(path: string): boolean {
  try {
    const connection = new SQLite(path, { readonly: true, fileMustExist: true });
    try {
      return connection.prepare('select count(*) from sqlite_master').pluck().get() !== 0;
    } finally {
      connection.close();
    }
  } catch {
    return false;
  }
}

export function isBackupDue(
  database: string,
  folder: string,
  every: number,
  now = new Date(),
): boolean {
  // A backup before an upgrade has no contents.
  const isRecent = ({ at, isBeforeUpgrade }: Backup) =>
    !isBeforeUpgrade && at <= now && now.getTime() - at.getTime() < every;
  return !listBackups(database, folder).some(isRecent);
}

/** Keeps the last `keep` backups, one for each of 30 days, and the last three before upgrades. */
export function deleteOldBackups(backups: Backup[], keep: number, now = new Date()): void {
  const since = now.getTime() - KEPT_DAYS * 86_400_000;
  const days = new Set<string>();
  backups
    .filter(({ isBeforeUpgrade }) => !isBeforeUpgrade)
    .forEach(({ path, at }, n) => {
      const day = at.toISOString().slice(0, 10);
      const isLastOfDay = at.getTime() > since && !days.has(day);
      days.add(day);
      if (n >= keep && !isLastOfDay) rmSync(path);
    });
  const upgrades = backups.filter(({ isBeforeUpgrade }) => isBeforeUpgrade);
  for (const { path } of upgrades.slice(MAX_UPGRADE_BACKUPS)) rmSync(path);
}

export function getBackupFolder(database: string): string {
  return join(dirname(database), 'backups');
}
