import { statfs } from 'node:fs/promises';
import { MIN_FREE_FOR_FILES_BYTES } from '#db/disk';

/** In bytes: what stays free on the disk for the database and its backups. */
export const DISK_RESERVE_BYTES = MIN_FREE_FOR_FILES_BYTES;

/** Bytes that the server's user may still write in a folder. */
export async function freeDiskBytes(folder: string): Promise<number> {
  const { bavail, bsize } = await statfs(folder);
  return bavail * bsize;
}
