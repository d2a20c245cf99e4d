import { createHash, randomBytes } from 'node:crypto';
import type { Db } from '#db/client';
import { transaction } from '#db/transaction';
import { logError } from '~/log.server';

/** A random key that a browser keeps; the database holds its hash alone. */
export function generateKey(): string {
  return randomBytes(32).toString('base64url');
}

/** SHA-256, in hexadecimal: without a salt, as keys are random. */
export function hashKey(key: string): string {
  return createHash('sha256').update(key).digest('hex');
}

/** Keys whose use was noted, at most. */
const MAX_RECORDED_KEYS = 10_000;

/**
 * Returns what notes that a key is used, at most once every `every` ms for each. Best effort: nobody
 * waits for it, and a failure is only logged.
 */
export function createUseRecorder(intervalMs: number, failureMessage: string) {
  /** When that of each key was last written, or tried to be. */
  const recordedAt = new Map<string, number>();
  return async (key: string, last: Date | null, write: (tx: Db, now: Date) => Promise<unknown>) => {
    const now = new Date();
    const latest = Math.max(recordedAt.get(key) ?? 0, last?.getTime() ?? 0);
    if (now.getTime() - latest < intervalMs) return;
    if (recordedAt.size >= MAX_RECORDED_KEYS) recordedAt.clear();
    recordedAt.set(key, now.getTime());
    await transaction((tx) => write(tx, now)).catch((error: unknown) =>
      logError(error, failureMessage),
    );
  };
}
