import { and, asc, desc, eq, gt } from 'drizzle-orm';
import type { Db } from '#db/client';
import { type HistoryEvent, historyEvents, octetLength } from '#db/schema';

/**
 * How much of a deal's history one request may read, as any number of saves may be stored and each
 * may hold megabytes of text. SQLite parses 4 MB in 30 ms.
 */
export const MAX_WINDOW_CHANGES = 2_000;
export const MAX_WINDOW_BYTES = 4 * 1024 * 1024;

export interface WindowLimits {
  changes: number;
  bytes: number;
}
const DEFAULT_WINDOW_LIMITS: WindowLimits = {
  changes: MAX_WINDOW_CHANGES,
  bytes: MAX_WINDOW_BYTES,
};

interface WindowQuery {
  subject: HistoryEvent['subject'];
  subjectId: number;
  /** Only changes with a larger id. */
  after?: number;
  /** Where to begin. */
  from: 'oldest' | 'newest';
  limits?: WindowLimits;
}

/** The least and the greatest id of changes that may be read; `isComplete` if there are no more. */
export interface HistoryWindow {
  minId: number;
  maxId: number;
  changes: number;
  bytes: number;
  isComplete: boolean;
}

/** Finds out how many changes may be read, by their lengths alone: without reading their texts. */
export async function findHistoryWindow(
  source: Db,
  { subject, subjectId, after = 0, from, limits = DEFAULT_WINDOW_LIMITS }: WindowQuery,
): Promise<HistoryWindow> {
  const rows = await source
    .select({ id: historyEvents.id, bytes: octetLength(historyEvents.fields) })
    .from(historyEvents)
    .where(
      and(
        eq(historyEvents.subjectId, String(subjectId)),
        eq(historyEvents.subject, subject),
        gt(historyEvents.id, after),
      ),
    )
    .orderBy((from === 'oldest' ? asc : desc)(historyEvents.id))
    .limit(limits.changes + 1);
  let bytes = 0;
  const readable: number[] = [];
  for (const row of rows) {
    if (readable.length === limits.changes || bytes + row.bytes > limits.bytes) break;
    readable.push(row.id);
    bytes += row.bytes;
  }
  const [first = 0, last = first] = [readable[0], readable.at(-1)];
  return {
    minId: Math.min(first, last),
    maxId: Math.max(first, last),
    changes: readable.length,
    bytes,
    isComplete: readable.length === rows.length,
  };
}
