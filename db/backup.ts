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
import { withLock } from './lock';
import { createFile, createFolder } from './owner';

/** Copies of the database: whole, checked, and readable by nobody else. */

const DAYS = 30;

function baseName(database: string): string {
  return basename(database).replace(/\.\w+$/, '');
}

/** 20261121T031500.123Z: sorts by time, valid as a file name. */
export function stamp(moment: Date): string {
  return moment.toISOString().replace(/[-:]/g, '');
}

/**
 * Copies the database while it is in use, and checks the copy. Returns the copy's path. Blocks, so
 * the server runs it in another process. Throws if the copy is damaged, or while another process
 * restores or upgrades the database.
 */
export function backUp(database: string, folder: string, now = new Date()): string {
  return withLock(database, 'shared', () => copyDatabase(database, folder, now));
}

/** The same for a caller that holds a lock on the database. */
export function copyDatabase(database: string, folder: string, now = new Date()): string {
  createFolder(folder);
  const file = join(folder, `${baseName(database)}-${stamp(now)}.db`);
  const unfinished = `${file}.unfinished`;
  rmSync(unfinished, { force: true });
  const source = new SQLite(database, { readonly: true, fileMustExist: true });
  try {
    closeSync(createFile(unfinished));
    source.prepare('VACUUM INTO ?').run(unfinished);
    check(unfinished);
    chmodSync(unfinished, 0o600);
    sync(unfinished);
    renameSync(unfinished, file);
    sync(folder);
    return file;
  } catch (error) {
    rmSync(unfinished, { force: true });
    throw error;
  } finally {
    source.close();
  }
}

/** Verifies a database file. Throws if it is damaged or rows lack their parent. */
export function check(file: string): void {
  const connection = new SQLite(file, { readonly: true, fileMustExist: true });
  try {
    const result = connection.pragma('integrity_check(1)', { simple: true });
    if (result !== 'ok') throw new Error(`${file} is damaged: ${String(result)}`);
    const orphans = connection.pragma('foreign_key_check') as unknown[];
    if (orphans.length) throw new Error(`${file} has ${orphans.length} rows without their parent`);
  } finally {
    connection.close();
  }
}

/** Flushes a file, or a folder's list of files, to the disk. */
export function sync(path: string): void {
  const handle = openSync(path, 'r');
  fsyncSync(handle);
  closeSync(handle);
}

const STAMPED = /^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)\.(\d{3})Z\.db$/;

/** The backups of a database in a folder, the latest first. */
export function listBackups(database: string, folder: string): { path: string; at: Date }[] {
  const prefix = `${baseName(database)}-`;
  return readdirSync(folder)
    .flatMap((file) => {
      const moment = file.startsWith(prefix) ? STAMPED.exec(file.slice(prefix.length)) : null;
      const [, year, month, day, hour, minute, second, ms] = moment ?? [];
      return year
        ? [
            {
              path: join(folder, file),
              at: new Date(`${year}-${month}-${day}T${hour}:${minute}:${second}.${ms}Z`),
            },
          ]
        : [];
    })
    .sort((left, right) => right.at.getTime() - left.at.getTime());
}

/** Whether the last backup is older than `every` ms. What a clock that was ahead has dated counts for nothing. */
export function isBackupDue(
  database: string,
  folder: string,
  every: number,
  now = new Date(),
): boolean {
  const isRecent = ({ at }: { at: Date }) => at <= now && now.getTime() - at.getTime() < every;
  return !existsSync(folder) || !listBackups(database, folder).some(isRecent);
}

/** Deletes old backups except the last `keep` and the last of each of 30 days. */
export function thinOut(database: string, folder: string, keep: number, now = new Date()): void {
  const since = now.getTime() - DAYS * 86_400_000;
  const days = new Set<string>();
  listBackups(database, folder).forEach(({ path, at }, n) => {
    const day = at.toISOString().slice(0, 10);
    const isLastOfDay = at.getTime() > since && !days.has(day);
    days.add(day);
    if (n >= keep && !isLastOfDay) rmSync(path);
  });
}

export function backupFolder(database: string): string {
  return join(dirname(database), 'backups');
}
