import { existsSync, statfsSync, statSync } from 'node:fs';
import { statfs } from 'node:fs/promises';
import { dirname } from 'node:path';
import { DatabaseError } from './errors';

/** Reserve on the database's disk for the write-ahead log, a restart and signing in. */
const MIN_FREE_BYTES = 100 * 1024 * 1024;
const CHECK_INTERVAL_MS = 1_000;

/** Reserve that attachments and backups leave for the database and its log. */
export const MIN_FREE_FOR_FILES_BYTES = 1024 ** 3;

export async function getFreeDiskBytes(folder: string): Promise<number> {
  const { bavail, bsize } = await statfs(folder);
  return bavail * bsize;
}

let hasSpaceUntil = 0;

/** Throws a DatabaseError of kind 'full' if less than the reserve is left. */
export function assertFreeSpace(databasePath: string): void {
  const now = performance.now();
  if (now < hasSpaceUntil) return;
  if (!hasReserve(databasePath)) throw new DatabaseError('full');
  hasSpaceUntil = now + CHECK_INTERVAL_MS;
}

function hasReserve(databasePath: string): boolean {
  const { bavail, bsize } = statfsSync(dirname(databasePath));
  return bavail * bsize >= MIN_FREE_BYTES;
}

/** Throws before a database is created or upgraded, if less than the reserve is left. */
export function assertReserve(databasePath: string, work: 'created' | 'upgraded'): void {
  if (hasReserve(databasePath)) return;
  throw new Error(
    `${databasePath} was not ${work}: less than 100 MB are free on its disk. Free up disk space, then start again; nothing was changed.`,
  );
}

/** Throws if less than 1 GB would stay free. The folder may not exist yet. */
export function assertSpaceForFiles(folder: string, bytes: number): void {
  let existing = folder;
  while (!existsSync(existing)) existing = dirname(existing);
  const { bavail, bsize } = statfsSync(existing);
  const free = bavail * bsize;
  if (free - bytes >= MIN_FREE_FOR_FILES_BYTES) return;
  throw new Error(
    `${folder} has not enough disk space: ${formatMegabytes(bytes)} are needed, ${formatMegabytes(free)} are free, and ${formatMegabytes(MIN_FREE_FOR_FILES_BYTES)} have to stay free`,
  );
}

export function getFileSize(path: string): number {
  return statSync(path, { throwIfNoEntry: false })?.size ?? 0;
}

function formatMegabytes(bytes: number): string {
  return `${Math.ceil(bytes / 1e6).toLocaleString('en')} MB`;
}
