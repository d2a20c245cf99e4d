import { and, desc, eq, inArray, isNotNull, sql } from 'drizzle-orm';
import { iterateChunksByBytes, MAX_CHUNK_ROWS } from '#db/chunks';
import { db } from '#db/client';
import { historyEvents } from '#db/schema';
import type { Viewer } from '~/domain/access';
import { assertDealReadable } from '~/domain/deal/get.server';
import { CHANGE_SIZE_COLUMNS, type ChangeSize } from './load-changes.server';

export const MAX_SCORES = 500;

export const MAX_SEARCHED_CHANGES = 2_000;

const MAX_SEARCHED_BYTES = 16 * 1024 * 1024;

/**
 * Returns a deal's latest scores, oldest first: at most 500 of its latest 2,000 changes and 16 MB
 * of texts.
 */
export async function listScores(
  viewer: Viewer,
  id: number,
): Promise<{ at: Date; score: number | null }[]> {
  await assertDealReadable(viewer, id);
  const latest = await db
    .select(CHANGE_SIZE_COLUMNS)
    .from(historyEvents)
    .where(and(eq(historyEvents.subjectId, String(id)), eq(historyEvents.subject, 'pipeline')))
    .orderBy(desc(historyEvents.id))
    .limit(MAX_SEARCHED_CHANGES);
  const scores: { at: Date; score: number | null }[] = [];
  let bytes = 0;
  for await (const chunk of iterateChunksByBytes(latest, { maxItems: MAX_CHUNK_ROWS })) {
    scores.push(...(await selectScores(chunk.map(({ id }) => id))));
    bytes += sumBytes(chunk);
    if (scores.length >= MAX_SCORES || bytes > MAX_SEARCHED_BYTES) break;
  }
  return scores.slice(0, MAX_SCORES).reverse();
}

function sumBytes(changes: ChangeSize[]): number {
  return changes.reduce((sum, { bytes }) => sum + bytes, 0);
}

async function selectScores(ids: number[]) {
  const score = sql<string>`json_extract(${historyEvents.fields}, '$.evaluationScore')`;
  const rows = await db
    .select({ at: historyEvents.at, score })
    .from(historyEvents)
    .where(and(inArray(historyEvents.id, ids), isNotNull(score)))
    .orderBy(desc(historyEvents.id));
  return rows.map(({ at, score }) => ({
    at,
    score: (JSON.parse(score) as [unknown, number | null])[1],
  }));
}
