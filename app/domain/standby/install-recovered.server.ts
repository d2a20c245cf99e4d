import { execFile } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import {
  closeSync,
  existsSync,
  fsyncSync,
  linkSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { formatTimestamp } from '#db/backup';
import { getBlobFolder, listBlobs } from '#db/blobs';
import { createFolder, writeNewFile } from '#db/create-files';
import { getInstallationPath } from './installation.server';
import type { StandbyOwner } from './owner.server';
import type { StandbyPaths } from './paths.server';
import { getLitestreamFolder } from './replica.server';

/**
 * Brings a lost server back from its standby. All is prepared in a folder of its own beside the
 * database and checked; then the files take their places, and the database last.
 */

const MIN_SECRET_LENGTH = 32;

/** Returns whether the standby has a secret that the server would take. */
export function prepareSecret(paths: StandbyPaths | undefined, workspace: string): boolean {
  if (!paths || !existsSync(paths.secret)) return false;
  const secret = readFileSync(paths.secret, 'utf8').trim();
  if (secret.length < MIN_SECRET_LENGTH) return false;
  writeNewFile(join(workspace, 'secret'), secret);
  return true;
}

/** Gives the installation an id, and the right to follow the standby's owner once that is silent. */
export function prepareInstallation(
  database: string,
  workspace: string,
  owner: StandbyOwner | undefined,
): void {
  if (existsSync(getInstallationPath(database))) return;
  const installation = { id: randomUUID(), recoveredFrom: owner?.id };
  writeNewFile(join(workspace, 'standby'), JSON.stringify(installation));
}

/** Flushes everything to the disk at once: one file after the other takes minutes for 10,000. */
export async function flushAll(folder: string): Promise<void> {
  try {
    await promisify(execFile)('sync', ['-f', folder]);
  } catch {
    const paths = readdirSync(folder, { recursive: true, encoding: 'utf8' });
    for (const path of ['', ...paths].map((name) => join(folder, name))) flushPath(path);
  }
}

function flushPath(path: string): void {
  const handle = openSync(path, 'r');
  fsyncSync(handle);
  closeSync(handle);
}

/** Moves everything to its place, the database last. Returns where the former database and secret are. */
export function installRecoveredFiles(database: string, workspace: string, now: Date): string[] {
  const target = getBlobFolder(database);
  createFolder(target);
  const prepared = join(workspace, 'files');
  for (const name of listBlobs(prepared)) renameSync(join(prepared, name), join(target, name));
  const suffix = `.before-recover-${formatTimestamp(now)}`;
  const kept = [
    ...installFile(join(workspace, 'secret'), `${database}.secret`, suffix),
    ...installFile(join(workspace, 'standby'), getInstallationPath(database), suffix),
  ];
  // Litestream would go on with copies of the former database.
  rmSync(getLitestreamFolder(database), { recursive: true, force: true });
  // A log that a damaged database has left would be played into the recovered one.
  for (const log of ['-wal', '-shm', '-journal'])
    if (existsSync(database + log)) renameSync(database + log, database + suffix + log);
  kept.push(...installFile(join(workspace, 'recovered.db'), database, suffix));
  for (const folder of [target, dirname(database)]) flushPath(folder);
  return kept;
}

/** At any moment the name is that of a whole file. */
function installFile(prepared: string, path: string, suffix: string): string[] {
  if (!existsSync(prepared)) return [];
  const isSame =
    existsSync(path) &&
    statSync(path).size < 1024 &&
    readFileSync(path).equals(readFileSync(prepared));
  if (isSame) return [];
  const kept = existsSync(path) ? [path + suffix] : [];
  for (const former of kept) linkSync(path, former);
  renameSync(prepared, path);
  return kept;
}
