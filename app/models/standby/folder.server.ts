import { randomUUID } from 'node:crypto';
import { link, open, readFile, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { createOneFolder, giveToOwner } from '#db/owner';

/**
 * The folder of a standby: Litestream writes the database's copy into it, the server everything
 * else, and `npm run recover` reads it on another machine.
 */
export function standbyPaths(folder: string) {
  return {
    folder,
    /** Litestream's copy of the database; `deploy/litestream.yml` names it, too. */
    database: join(folder, 'database'),
    /** Contents of files, named by their SHA-256. */
    files: join(folder, 'files'),
    /** Contents that nothing mentions any longer, kept for some more days. */
    removed: join(folder, 'removed'),
    secret: join(folder, 'secret'),
    owner: join(folder, 'owner.json'),
  };
}
export type StandbyPaths = ReturnType<typeof standbyPaths>;

export function isErrno(error: unknown, ...codes: string[]): boolean {
  return codes.includes((error as NodeJS.ErrnoException).code ?? '');
}

export async function readIfExists(path: string): Promise<string | undefined> {
  try {
    return await readFile(path, 'utf8');
  } catch (error) {
    if (isErrno(error, 'ENOENT')) return undefined;
    throw error;
  }
}

/** Returns the time of the last change in ms since 1970; undefined if there is no such file. */
export async function modifiedAt(path: string): Promise<number | undefined> {
  try {
    return (await stat(path)).mtimeMs;
  } catch (error) {
    if (isErrno(error, 'ENOENT', 'ENOTDIR')) return undefined;
    throw error;
  }
}

/** Creates a folder unless there is one; the one above it has to be there. */
export async function ensureFolder(path: string): Promise<void> {
  try {
    await createOneFolder(path);
  } catch (error) {
    if (!isErrno(error, 'EEXIST')) throw error;
  }
}

/** Flushes a file, or a folder's list of files, to the disk. */
export async function flush(path: string): Promise<void> {
  const handle = await open(path, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/** Ends the names of files that are not complete. */
export const UNFINISHED = '.part';

/** Replaces a small file in one step: readers see the old content or the new one. */
export async function replaceFile(path: string, content: string): Promise<void> {
  const unfinished = await writeUnfinished(path, content);
  await rename(unfinished, path);
}

/** Creates a small file in one step. Returns false if another process was faster. */
export async function createOnce(path: string, content: string): Promise<boolean> {
  const unfinished = await writeUnfinished(path, content);
  try {
    await link(unfinished, path);
    return true;
  } catch (error) {
    if (isErrno(error, 'EEXIST')) return false;
    throw error;
  } finally {
    await rm(unfinished, { force: true });
  }
}

async function writeUnfinished(path: string, content: string): Promise<string> {
  const unfinished = `${path}.${randomUUID()}${UNFINISHED}`;
  const handle = await open(unfinished, 'wx', 0o600);
  try {
    giveToOwner(handle.fd);
    await handle.writeFile(content);
    await handle.sync();
  } catch (error) {
    await rm(unfinished, { force: true }).catch(() => undefined);
    throw error;
  } finally {
    await handle.close();
  }
  return unfinished;
}
