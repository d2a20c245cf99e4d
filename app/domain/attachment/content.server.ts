import { createHash, randomUUID } from 'node:crypto';
import { closeSync, openSync, readSync, renameSync, rmSync, statSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { join } from 'node:path';
import { getDatabasePath } from '#db/client';
import { flushFolder, getContentsFolder } from '#db/contents';
import { assignOwner, createFolder } from '#db/create-files';
import { getFreeDiskBytes, MIN_FREE_FOR_FILES_BYTES } from '#db/disk';
import { env } from '~/env.server';
import { DomainError } from '~/errors';
import { SIGNATURE_BYTES } from './content-type';

export const getContentFolder = () => getContentsFolder(getDatabasePath(env.DATABASE_URL));

interface StoredContent {
  root: string;
  name: string;
  /** In bytes. */
  size: number;
}

export function locateContent(sha256: string): StoredContent | undefined {
  const root = getContentFolder();
  const file = statSync(join(root, sha256), { throwIfNoEntry: false });
  return file && { root, name: sha256, size: file.size };
}

/** Returns the first bytes, one character per byte. */
export function readContentStart(sha256: string): string {
  const file = openSync(join(getContentFolder(), sha256), 'r');
  const start = Buffer.alloc(SIGNATURE_BYTES);
  const size = readSync(file, start, 0, SIGNATURE_BYTES, 0);
  closeSync(file);
  return start.toString('latin1', 0, size);
}

export interface ReceivedFile {
  path: string;
  size: number;
  sha256: string;
}

export async function assertDiskSpace(bytes: number): Promise<void> {
  createFolder(getContentFolder());
  if ((await getFreeDiskBytes(getContentFolder())) - bytes < MIN_FREE_FOR_FILES_BYTES)
    throw createDiskFullError();
}

const DISK_FULL_CODES = ['ENOSPC', 'EDQUOT'];

function createDiskFullError(): DomainError {
  const message =
    'There is not enough disk space left for files. Nothing was saved. Please tell your administrator.';
  return new DomainError('diskFull', { message }, { retryAfter: 60 });
}

export const activeUploads = new Set<string>();

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
    throw DISK_FULL_CODES.includes((error as NodeJS.ErrnoException).code ?? '')
      ? createDiskFullError()
      : error;
  } finally {
    await file.close();
  }
}

/** Call within the transaction that references the content. */
export function saveReceivedFile({ path, sha256 }: ReceivedFile): void {
  if (locateContent(sha256)) return;
  renameSync(path, join(getContentFolder(), sha256));
  flushFolder(getContentFolder());
}

export function discardReceivedFiles(received: Pick<ReceivedFile, 'path'>[]): void {
  for (const { path } of received) {
    rmSync(path, { force: true });
    activeUploads.delete(path);
  }
}
