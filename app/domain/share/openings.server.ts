import { eq, sql } from 'drizzle-orm';
import type { Db } from '#db/client';
import { type Share, shareOpenings, shares } from '#db/schema';
import { transaction, transactionIfIdle } from '#db/transaction';
import { getUtcToday } from '~/domain/date/calendar-day';
import { logError } from '~/log.server';

const FLUSH_INTERVAL_MS = 10_000;

interface PendingOpenings {
  shareId: number;
  day: string;
  count: number;
}

export const pendingOpenings = new Map<string, PendingOpenings>();

/**
 * Counts an opening. Writes those of ten seconds together, as every write empties the caches;
 * failures are only logged.
 */
export async function recordShareOpening({ id: shareId }: Share): Promise<void> {
  const day = getUtcToday();
  const key = `${shareId} ${day}`;
  const waiting = pendingOpenings.get(key);
  if (waiting) {
    waiting.count++;
    return;
  }
  pendingOpenings.set(key, { shareId, day, count: 0 });
  setTimeout(() => void savePendingOpenings(key), FLUSH_INTERVAL_MS).unref();
  const add = (tx: Db) => insertOpenings(tx, { shareId, day, count: 1 });
  await transactionIfIdle(add).catch(() => void saveOpenings(add));
}

export async function flushShareOpenings(): Promise<void> {
  await Promise.all([...pendingOpenings.keys()].map(savePendingOpenings));
}

async function savePendingOpenings(key: string): Promise<void> {
  const waiting = pendingOpenings.get(key);
  pendingOpenings.delete(key);
  if (waiting?.count) await saveOpenings((tx) => insertOpenings(tx, waiting));
}

async function saveOpenings(add: (tx: Db) => Promise<void>): Promise<void> {
  await transaction(add).catch((error: unknown) => logError(error, 'An opening was not counted'));
}

async function insertOpenings(tx: Db, opened: PendingOpenings): Promise<void> {
  const isEnded = !(await tx.$count(shares, eq(shares.id, opened.shareId)));
  if (isEnded) return;
  const target = [shareOpenings.shareId, shareOpenings.day];
  const set = { count: sql`${shareOpenings.count} + ${opened.count}` };
  await tx.insert(shareOpenings).values(opened).onConflictDoUpdate({ target, set });
}
