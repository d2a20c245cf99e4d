import { opendir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { hasErrorCode, UNFINISHED_SUFFIX } from './file-system.server';

const CONTENT_NAME_PATTERN = /^[\da-f]{64}$/;

export async function* iterateContents(folder: string): AsyncGenerator<string> {
  for await (const { name } of await opendir(folder, { bufferSize: 256 }))
    if (CONTENT_NAME_PATTERN.test(name)) yield name;
}

export async function removeUnfinished(folders: string[]): Promise<void> {
  for (const folder of folders)
    for await (const { name } of await opendir(folder))
      if (name.endsWith(UNFINISHED_SUFFIX)) await rm(join(folder, name), { force: true });
}

export async function findFileSize(path: string): Promise<number | undefined> {
  try {
    return (await stat(path)).size;
  } catch (error) {
    if (hasErrorCode(error, 'ENOENT')) return undefined;
    throw error;
  }
}
