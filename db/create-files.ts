import {
  chmodSync,
  closeSync,
  constants,
  copyFileSync,
  existsSync,
  fchownSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  statSync,
  writeSync,
} from 'node:fs';
import { copyFile, mkdir, open } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

/**
 * All files are private to the server's user. If root runs the program, they belong to the owner of
 * the data folder. A lint rule enforces this module.
 */

let owner: { uid: number; gid: number } | undefined;

export function adoptOwner(database: string): void {
  owner = undefined;
  if (process.getuid?.() !== 0) return;
  let folder = dirname(database);
  while (!existsSync(folder)) folder = dirname(folder);
  const { uid, gid } = statSync(folder);
  owner = { uid, gid };
}

export function assignOwner(handle: number): void {
  if (owner) fchownSync(handle, owner.uid, owner.gid);
}

export function createFolder(path: string): void {
  const first = mkdirSync(path, { recursive: true, mode: 0o700 });
  if (!first || !owner) return;
  for (let folder = path; folder.length >= first.length; folder = dirname(folder)) {
    // The handle cannot be swapped for another file in between.
    const handle = openSync(folder, constants.O_DIRECTORY | constants.O_NOFOLLOW);
    assignOwner(handle);
    closeSync(handle);
  }
}

/** Throws EEXIST if there is a file or a link. */
export function createFile(path: string): number {
  const handle = openSync(path, 'wx', 0o600);
  assignOwner(handle);
  return handle;
}

/** Creates an empty file that SQLite then opens with this owner and mode. */
export function ensureFile(path: string): void {
  try {
    closeSync(createFile(path));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  }
}

export function writeNewFile(path: string, content: string): void {
  const handle = createFile(path);
  try {
    writeSync(handle, content);
  } finally {
    closeSync(handle);
  }
}

export function copyToNewFile(from: string, to: string): void {
  closeSync(createFile(to));
  copyFileSync(from, to);
  chmodSync(to, 0o600);
}

export async function createFolderAsync(path: string): Promise<void> {
  await mkdir(path, { mode: 0o700 });
  if (!owner) return;
  const handle = await open(path, constants.O_DIRECTORY | constants.O_NOFOLLOW);
  assignOwner(handle.fd);
  await handle.close();
}

export async function copyToNewFileAsync(from: string, to: string): Promise<void> {
  const handle = await open(to, 'wx', 0o600);
  try {
    assignOwner(handle.fd);
    await copyFile(from, to, constants.COPYFILE_FICLONE);
    await handle.chmod(0o600);
    await handle.sync();
  } finally {
    await handle.close();
  }
}

export function createTemporaryFolder(): string {
  return mkdtempSync(join(tmpdir(), 'deal-pipeline-'));
}
