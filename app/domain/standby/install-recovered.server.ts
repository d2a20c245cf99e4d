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
import { getContentsFolder, listContents } from '#db/contents';
import { createFolder, writeNewFile } from '#db/create-files';
import { getLitestreamFolder } from './database-copy.server';
import { getInstallationPath } from './installation.server';
import type { StandbyOwner } from './owner.server';
import type { StandbyPaths } from './paths.server';

/**
 * Recovery prepares and checks everything in a workspace beside the database, then moves it into
 * place, the database last.
 */

const MIN_SECRET_LENGTH = 32;

export function prepareSecret(paths: StandbyPaths | undefined, workspace: string): boolean {
  if (!paths || !existsSync(paths.secret)) return false;
  const secret = readFileSync(paths.secret, 'utf8').trim();
  if (secret.length < MIN_SECRET_LENGTH) return false;
  writeNewFile(join(workspace, 'secret'), secret);
  return true;
}

/** Records whose standby the new installation may take over once the owner is silent. */
export function prepareInstallation(
  database: string,
  workspace: string,
  owner: StandbyOwner | undefined,
): void {
  if (existsSync(getInstallationPath(database))) return;
  const installation = { id: randomUUID(), recoveredFrom: owner?.id };
  writeNewFile(join(workspace, 'standby'), JSON.stringify(installation));
}

/** Flushes everything at once: flushing 10,000 files one by one takes minutes. */
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

export function installRecoveredFiles(database: string, workspace: string, now: Date): string[] {
  const target = getContentsFolder(database);
  createFolder(target);
  const prepared = join(workspace, 'files');
  for (const name of listContents(prepared)) renameSync(join(prepared, name), join(target, name));
  const suffix = `.before-recover-${formatTimestamp(now)}`;
  const previousPaths = [
    ...installFile(join(workspace, 'secret'), `${database}.secret`, suffix),
    ...installFile(join(workspace, 'standby'), getInstallationPath(database), suffix),
  ];
  // Litestream would continue with copies of the previous database.
  rmSync(getLitestreamFolder(database), { recursive: true, force: true });
  // A leftover log of a damaged database would be replayed into the recovered one.
  for (const log of ['-wal', '-shm', '-journal'])
    if (existsSync(database + log)) renameSync(database + log, database + suffix + log);
  previousPaths.push(...installFile(join(workspace, 'recovered.db'), database, suffix));
  for (const folder of [target, dirname(database)]) flushPath(folder);
  return previousPaths;
}

function installFile(prepared: string, path: string, suffix: string): string[] {
  if (!existsSync(prepared)) return [];
  const isSame =
    existsSync(path) &&
    statSync(path).size < 1024 &&
    readFileSync(path).equals(readFileSync(prepared));
  if (isSame) return [];
  const previousPaths = existsSync(path) ? [path + suffix] : [];
  for (const previous of previousPaths) linkSync(path, previous);
  renameSync(prepared, path);
  return previousPaths;
}
