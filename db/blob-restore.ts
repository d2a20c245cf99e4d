import { existsSync, renameSync, utimesSync } from 'node:fs';
import { join } from 'node:path';
import { copyBlob, DAY_MS, flushFolder, getBlobFolder, isBlobWhole, listBlobs } from './blobs';
import { createFolder } from './create-files';

const KEPT_AFTER_RESTORE_DAYS = 30;

/**
 * Copies contents that neither folder has intact from the first of `sources` to `staging`. Returns
 * those that none has.
 */
export function collectBlobs(
  names: Iterable<string>,
  { target, staging, sources }: { target: string; staging: string; sources: string[] },
): string[] {
  createFolder(staging);
  return [...names].filter(
    (name) =>
      !existsSync(join(staging, name)) &&
      !isBlobWhole(name, target) &&
      !sources.some((source) => copyBlob(name, source, staging)),
  );
}

export function listMissingBlobs(names: Iterable<string>, folders: string[]): string[] {
  return [...names].filter((name) => !folders.some((folder) => isBlobWhole(name, folder)));
}

/** Moves verified contents to a database from a folder on the same disk. */
export function moveBlobs(staging: string, database: string): void {
  const names = listBlobs(staging);
  if (!names.length) return;
  const to = getBlobFolder(database);
  createFolder(to);
  for (const name of names) renameSync(join(staging, name), join(to, name));
  flushFolder(to);
}

/** Keeps contents of the previous database for 30 days, in case it is restored. */
export function keepUnmentionedBlobs(
  database: string,
  mentioned: ReadonlyMap<string, string>,
  now = new Date(),
): void {
  const folder = getBlobFolder(database);
  const later = new Date(now.getTime() + KEPT_AFTER_RESTORE_DAYS * DAY_MS);
  for (const name of listBlobs(folder))
    if (!mentioned.has(name)) utimesSync(join(folder, name), now, later);
}
