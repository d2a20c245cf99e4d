import { createHash, randomBytes } from 'node:crypto';
import type { Db } from '#db/client';
import { transaction } from '#db/transaction';
import { logError } from '~/log.server';

/** Generates a random key for a browser; the database holds only its hash. */
export function generateKey(): string {
  return randomBytes(32).toString('base64url');
}

/** Returns SHA-256 in hexadecimal, without a salt because keys are random. */
export function hashKey(key: string): string {
  return createHash('sha256').update(key).digest('hex');
}

const MAX_RECORDED_KEYS = 10_000;

export function createUseRecorder(intervalMs: number, failureMessage: string) {
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
