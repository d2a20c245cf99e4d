import { statfs } from 'node:fs/promises';

/** In bytes: what stays free on the disk for the database and its backups. */
export const DISK_RESERVE_BYTES = 1024 ** 3;

/** Bytes that the server's user may still write in a folder. */
export async function freeDiskBytes(folder: string): Promise<number> {
  const { bavail, bsize } = await statfs(folder);
  return bavail * bsize;
}
