import { and, asc, desc, eq, gt, inArray, lte, max, min, type SQL, sql } from 'drizzle-orm';
import { iterateChunksByBytes, MAX_CHUNK_ROWS } from '#db/chunks';
import { db } from '#db/client';
import { type Evaluation, type FieldValue, type HistoryEvent, historyEvents } from '#db/schema';
import type { Viewer } from '~/domain/access';
import { EVALUATION_FIELDS } from '~/domain/evaluation/criteria';
import { findEvaluation } from '~/domain/evaluation/get.server';
import { buildRecord } from '~/domain/record';
import { notFound } from '~/errors';
import { getDealChange } from './deal-history.server';
import { CHANGE_SIZE_COLUMNS, type ChangeSize } from './load-changes.server';

/**
 * Returns the evaluation right after a change, and the current one, which is empty if it was
 * deleted since. Throws 404 if the change is not of an evaluation.
 */
export async function getPastEvaluation(
  viewer: Viewer,
  id: number,
  changeId: number,
): Promise<{ change: HistoryEvent; then: Record<string, FieldValue>; now: EvaluationFieldValues }> {
  const change = await getDealChange(viewer, id, changeId);
  if (change.subject !== 'evaluation') throw notFound('This version does not exist');
  const now = toEvaluationValues(await findEvaluation(viewer, id));
  if (change.subjectId !== String(id)) return { change, then: await findValuesAt(change), now };
  const later = await db
    .select(CHANGE_SIZE_COLUMNS)
    .from(historyEvents)
    .where(
      and(
        eq(historyEvents.subjectId, String(id)),
        eq(historyEvents.subject, 'evaluation'),
        gt(historyEvents.id, changeId),
      ),
    )
    .orderBy(asc(historyEvents.id));
  return { change, then: { ...now, ...(await findValuesBefore(later)) }, now };
}

type EvaluationFieldValues = Record<(typeof EVALUATION_FIELDS)[number], FieldValue>;

/** Rebuilds a merged deal's evaluation from its changes, because its row is gone. */
async function findValuesAt({ id, subjectId }: HistoryEvent): Promise<EvaluationFieldValues> {
  const made = await db
    .select(CHANGE_SIZE_COLUMNS)
    .from(historyEvents)
    .where(
      and(
        eq(historyEvents.subjectId, subjectId),
        eq(historyEvents.subject, 'evaluation'),
        lte(historyEvents.id, id),
      ),
    )
    .orderBy(desc(historyEvents.id));
  const values = new Map<string, FieldValue>();
  for await (const chunk of iterateChunksByBytes(made, { maxItems: MAX_CHUNK_ROWS })) {
    const missing = EVALUATION_FIELDS.filter((field) => !values.has(field));
    if (!missing.length) break;
    for (const { field, pair } of await findLastPairs(chunk, missing))
      values.set(field, (JSON.parse(pair) as [FieldValue, FieldValue])[1]);
  }
  return buildRecord(EVALUATION_FIELDS, (field) => values.get(field) ?? null);
}

function toEvaluationValues(evaluation: Evaluation | undefined): EvaluationFieldValues {
  return buildRecord(EVALUATION_FIELDS, (field) => evaluation?.[field] ?? null);
}

async function findValuesBefore(later: ChangeSize[]): Promise<Record<string, FieldValue>> {
  const values: Record<string, FieldValue> = {};
  for await (const chunk of iterateChunksByBytes(later, { maxItems: MAX_CHUNK_ROWS })) {
    const missing = EVALUATION_FIELDS.filter((field) => !Object.hasOwn(values, field));
    if (!missing.length) break;
    for (const { field, pair } of await findFirstPairs(chunk, missing))
      [values[field]] = JSON.parse(pair) as [FieldValue];
  }
  return values;
}

const findFirstPairs = (read: ChangeSize[], fields: string[]) =>
  selectPairs(read, fields, min(historyEvents.id));

const findLastPairs = (read: ChangeSize[], fields: string[]) =>
  selectPairs(read, fields, max(historyEvents.id));

async function selectPairs(read: ChangeSize[], fields: string[], which: SQL) {
  const field = sql<string>`field.key`;
  const ids = read.map(({ id }) => id);
  return db
    .select({ field, pair: sql<string>`field.value`, which })
    .from(historyEvents)
    .innerJoin(sql`json_each(${historyEvents.fields}) as field`, inArray(field, fields))
    .where(inArray(historyEvents.id, ids))
    .groupBy(field);
}
