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
 * Creates all files and folders of the program, for itself alone to read. When root runs it, they
 * belong to the owner of the data folder, so that the server can use them. SQLite does the same for
 * its logs. A lint rule keeps other modules from creating files.
 */

let owner: { uid: number; gid: number } | undefined;

/** Makes root create files for the owner of the database's folder. Other users own what they create. */
export function adoptOwner(database: string): void {
  owner = undefined;
  if (process.getuid?.() !== 0) return;
  let folder = dirname(database);
  while (!existsSync(folder)) folder = dirname(folder);
  const { uid, gid } = statSync(folder);
  owner = { uid, gid };
}

/** Gives an open file to the owner of the data folder. */
export function assignOwner(handle: number): void {
  if (owner) fchownSync(handle, owner.uid, owner.gid);
}

/** Creates a folder, and those above it, where they are missing. */
export function createFolder(path: string): void {
  const first = mkdirSync(path, { recursive: true, mode: 0o700 });
  if (!first || !owner) return;
  for (let folder = path; folder.length >= first.length; folder = dirname(folder)) {
    // The handle cannot be exchanged for another file on the way.
    const handle = openSync(folder, constants.O_DIRECTORY | constants.O_NOFOLLOW);
    assignOwner(handle);
    closeSync(handle);
  }
}

/** Creates a file and returns its handle. Throws EEXIST if there is one, or a link. */
export function createFile(path: string): number {
  const handle = openSync(path, 'wx', 0o600);
  assignOwner(handle);
  return handle;
}

/** Creates an empty file unless there is one: SQLite then opens it with its owner and mode. */
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

/** Copies a file to a name that is free. */
export function copyToNewFile(from: string, to: string): void {
  closeSync(createFile(to));
  copyFileSync(from, to);
  chmodSync(to, 0o600);
}

/** Creates one folder in one that is there, without blocking. Throws EEXIST if there is one. */
export async function createFolderAsync(path: string): Promise<void> {
  await mkdir(path, { mode: 0o700 });
  if (!owner) return;
  const handle = await open(path, constants.O_DIRECTORY | constants.O_NOFOLLOW);
  assignOwner(handle.fd);
  await handle.close();
}

/** Copies a file to a name that is free, and flushes the copy to the disk, without blocking. */
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

/** Creates a folder outside of the data folder, for the caller to remove. */
export function createTemporaryFolder(): string {
  return mkdtempSync(join(tmpdir(), 'deal-pipeline-'));
}
