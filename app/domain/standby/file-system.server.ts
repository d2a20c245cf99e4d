import { randomUUID } from 'node:crypto';
import { link, open, readFile, rename, rm, stat } from 'node:fs/promises';
import { assignOwner, createFolderAsync } from '#db/create-files';

export function hasErrorCode(error: unknown, ...codes: string[]): boolean {
  return codes.includes((error as NodeJS.ErrnoException).code ?? '');
}

export async function readFileIfExists(path: string): Promise<string | undefined> {
  try {
    return await readFile(path, 'utf8');
  } catch (error) {
    if (hasErrorCode(error, 'ENOENT')) return undefined;
    throw error;
  }
}

export async function getModifiedTime(path: string): Promise<number | undefined> {
  try {
    return (await stat(path)).mtimeMs;
  } catch (error) {
    if (hasErrorCode(error, 'ENOENT', 'ENOTDIR')) return undefined;
    throw error;
  }
}

export async function ensureFolder(path: string): Promise<void> {
  try {
    await createFolderAsync(path);
  } catch (error) {
    if (!hasErrorCode(error, 'EEXIST')) throw error;
  }
}

export async function flushToDisk(path: string): Promise<void> {
  const handle = await open(path, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

export const UNFINISHED_SUFFIX = '.part';

/** Replaces a file atomically: readers see the old content or the new one. */
export async function replaceFile(path: string, content: string): Promise<void> {
  const unfinished = await writeUnfinished(path, content);
  await rename(unfinished, path);
}

/** Creates a file atomically. Returns false if another process was faster. */
export async function createFileOnce(path: string, content: string): Promise<boolean> {
  const unfinished = await writeUnfinished(path, content);
  try {
    await link(unfinished, path);
    return true;
  } catch (error) {
    if (hasErrorCode(error, 'EEXIST')) return false;
    throw error;
  } finally {
    await rm(unfinished, { force: true });
  }
}

async function writeUnfinished(path: string, content: string): Promise<string> {
  const unfinished = `${path}.${randomUUID()}${UNFINISHED_SUFFIX}`;
  const handle = await open(unfinished, 'wx', 0o600);
  try {
    assignOwner(handle.fd);
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
