import { createHash, randomUUID } from 'node:crypto';
import { closeSync, existsSync, openSync, readSync, renameSync, rmSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { join } from 'node:path';
import { flushFolder, getBlobFolder } from '#db/blobs';
import { getDatabasePath } from '#db/client';
import { assignOwner, createFolder } from '#db/create-files';
import { getFreeDiskBytes, MIN_FREE_FOR_FILES_BYTES } from '#db/disk';
import { env } from '~/env.server';
import { DomainError } from '~/errors';
import { SIGNATURE_BYTES } from './content-type';

export const getContentFolder = () => getBlobFolder(getDatabasePath(env.DATABASE_URL));

/** Where the bytes of a file are, as a folder and a name in it. Undefined if they are missing. */
export function locateContent(sha256: string): { root: string; name: string } | undefined {
  const root = getContentFolder();
  return existsSync(join(root, sha256)) ? { root, name: sha256 } : undefined;
}

/** Its first bytes, each as a character. */
export function readContentStart(sha256: string): string {
  const file = openSync(join(getContentFolder(), sha256), 'r');
  const start = Buffer.alloc(SIGNATURE_BYTES);
  const size = readSync(file, start, 0, SIGNATURE_BYTES, 0);
  closeSync(file);
  return start.toString('latin1', 0, size);
}

/** Bytes that were received into a temporary file. */
export interface ReceivedFile {
  path: string;
  size: number;
  sha256: string;
}

/** Throws 507 if the disk would have less than 1 GB left after a file of this size. */
export async function assertDiskSpace(bytes: number): Promise<void> {
  createFolder(getContentFolder());
  if ((await getFreeDiskBytes(getContentFolder())) - bytes < MIN_FREE_FOR_FILES_BYTES)
    throw createDiskFullError();
}

function createDiskFullError(): DomainError {
  const message =
    'There is not enough disk space left for files. Nothing was saved. Please tell your administrator.';
  return new DomainError('diskFull', { message }, 60);
}

/** Temporary files in use. */
export const activeUploads = new Set<string>();

/** Writes bytes to the disk as they come. Whatever fails, nothing of them is left. */
export async function receiveFile(chunks: AsyncIterable<Uint8Array>): Promise<ReceivedFile> {
  const path = join(getContentFolder(), `${process.pid}-${randomUUID()}.part`);
  activeUploads.add(path);
  const file = await open(path, 'wx', 0o600);
  assignOwner(file.fd);
  const hash = createHash('sha256');
  let size = 0;
  try {
    for await (const piece of chunks) {
      hash.update(piece);
      await file.writeFile(piece);
      size += piece.byteLength;
    }
    await file.sync();
    return { path, size, sha256: hash.digest('hex') };
  } catch (error) {
    discardReceivedFiles([{ path }]);
    throw (error as NodeJS.ErrnoException).code === 'ENOSPC' ? createDiskFullError() : error;
  } finally {
    await file.close();
  }
}

/** Gives received bytes their place, within the transaction that mentions them. */
export function saveReceivedFile({ path, sha256 }: ReceivedFile): void {
  if (locateContent(sha256)) return;
  renameSync(path, join(getContentFolder(), sha256));
  flushFolder(getContentFolder());
}

/** Removes what was received, unless it was kept. */
export function discardReceivedFiles(received: Pick<ReceivedFile, 'path'>[]): void {
  for (const { path } of received) {
    rmSync(path, { force: true });
    activeUploads.delete(path);
  }
}
