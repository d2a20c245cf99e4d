import { and, eq, inArray, max } from 'drizzle-orm';
import { db } from '#db/client';
import { type HistoryEvent, historyEvents } from '#db/schema';

/** Maps the id of each deal that a value of these changes names to its last name, which outlives the deal. */
export async function findDealNames(
  changes: Pick<HistoryEvent, 'fields'>[],
): Promise<Map<string, string>> {
  const values = changes.flatMap(({ fields: { pipelineId = [] } }) => pipelineId);
  const ids = [...new Set(values.flatMap((value) => value ?? []).map(String))];
  if (!ids.length) return new Map();
  const rows = await db
    .select({
      id: historyEvents.subjectId,
      name: historyEvents.subjectName,
      // SQLite takes the other columns from the row of the maximum.
      lastEvent: max(historyEvents.id),
    })
    .from(historyEvents)
    .where(and(inArray(historyEvents.subjectId, ids), eq(historyEvents.subject, 'pipeline')))
    .groupBy(historyEvents.subjectId);
  return new Map(rows.map(({ id, name }) => [id, name]));
}
