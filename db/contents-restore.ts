import { existsSync, renameSync, utimesSync } from 'node:fs';
import { join } from 'node:path';
import {
  copyContent,
  DAY_MS,
  flushFolder,
  getContentsFolder,
  isContentWhole,
  listContents,
} from './contents';
import { createFolder } from './create-files';

const KEPT_AFTER_RESTORE_DAYS = 30;

/**
 * Copies contents that neither folder has intact from the first of `sources` to `staging`. Returns
 * those that none has.
 */
export function collectContents(
  names: Iterable<string>,
  { target, staging, sources }: { target: string; staging: string; sources: string[] },
): string[] {
  createFolder(staging);
  return [...names].filter(
    (name) =>
      !existsSync(join(staging, name)) &&
      !isContentWhole(name, target) &&
      !sources.some((source) => copyContent(name, source, staging)),
  );
}

export function listMissingContents(names: Iterable<string>, folders: string[]): string[] {
  return [...names].filter((name) => !folders.some((folder) => isContentWhole(name, folder)));
}

export function moveContents(staging: string, database: string): void {
  const names = listContents(staging);
  if (!names.length) return;
  const to = getContentsFolder(database);
  createFolder(to);
  for (const name of names) renameSync(join(staging, name), join(to, name));
  flushFolder(to);
}

/** Keeps contents of the previous database for 30 days, in case it is restored. */
export function keepUnreferencedContents(
  database: string,
  attachmentNames: ReadonlyMap<string, string>,
  now = new Date(),
): void {
  const folder = getContentsFolder(database);
  const later = new Date(now.getTime() + KEPT_AFTER_RESTORE_DAYS * DAY_MS);
  for (const name of listContents(folder))
    if (!attachmentNames.has(name)) utimesSync(join(folder, name), now, later);
}
