import { and, asc, desc, eq, gt } from 'drizzle-orm';
import type { Db } from '#db/client';
import { type HistoryEvent, historyEvents, octetLength } from '#db/schema';

/**
 * Limits of what one request reads, as a deal may have any number of saves with megabytes of text.
 * SQLite parses 4 MB in 30 ms.
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
  after?: number;
  from: 'oldest' | 'newest';
  limits?: WindowLimits;
}

export interface HistoryWindow {
  minId: number;
  maxId: number;
  changes: number;
  bytes: number;
  isComplete: boolean;
}

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
  const first = readable[0] ?? 0;
  const last = readable.at(-1) ?? first;
  return {
    minId: Math.min(first, last),
    maxId: Math.max(first, last),
    changes: readable.length,
    bytes,
    isComplete: readable.length === rows.length,
  };
}
