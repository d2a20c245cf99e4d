import { statfsSync } from 'node:fs';
import { dirname } from 'node:path';
import { DatabaseError } from './errors';

/**
 * Left free on the disk of the database: for the log that SQLite writes ahead, for a restart and for
 * signing in.
 */
const MIN_FREE_BYTES = 100 * 1024 * 1024;
const CHECK_INTERVAL_MS = 1_000;

let enoughUntil = 0;

/** Throws the DatabaseError full if the disk has less than the reserve left. */
export function checkFreeSpace(databasePath: string): void {
  const now = performance.now();
  if (now < enoughUntil) return;
  const { bavail, bsize } = statfsSync(dirname(databasePath));
  if (bavail * bsize < MIN_FREE_BYTES) throw new DatabaseError('full');
  enoughUntil = now + CHECK_INTERVAL_MS;
}
