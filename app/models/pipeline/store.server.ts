import { eq, getTableColumns, sql } from 'drizzle-orm';
import type { Db } from '#db/client';
import { type ChangedFields, type Pipeline, pipelines } from '#db/schema';
import { encoded, insertRows, rawPlaceholder } from '#db/insert';
import { invalid } from '~/refusal';
import type { Viewer } from '~/models/access';
import { isSameValue } from '~/models/history/field-value';
import { changedValues } from '~/models/field/values';
import { pipelineEntry, writeHistory, type Written } from '~/models/history/write.server';
import { recordOf } from '~/models/record';
import { checkReasons, insertDecisions, NO_REASON } from '~/models/stage/closing.server';
import { readLists, stageNamed, stagesOf } from '~/models/lists/list.server';
import { isClosed, type Lists, withPresentNames } from '~/models/lists/lists';
import { changedFields, differencesOf, type Edit, isMoved, type Move, moveOf } from './edit.server';
import { derived } from './derived';
import { MAX_INDUSTRIES } from './fields';
import { type PipelineChanges, type PipelineInput, tooMany } from './schema';

export type { Edit } from './edit.server';

/** Creates and changes deals, within the transaction of a caller that has checked the rights. */

interface NewPipeline {
  input: PipelineInput;
  /** The owner. */
  userId: string;
  /** See `createPipeline`. */
  submission?: string;
  scoreReason?: string | null;
}

/**
 * Creates deals with their history. Returns their ids in the same order. Throws 400 for an unknown
 * stage, and without the reason that a stage asks for.
 */
export async function insertPipelines(
  tx: Db,
  viewer: Viewer,
  newDeals: NewPipeline[],
  written: Written = {},
): Promise<number[]> {
  const { at = new Date() } = written;
  const lists = await readLists(tx);
  const stages = stagesOf(lists);
  const deals = newDeals.map((deal) => ({ ...deal, input: withPresentNames(lists, deal.input) }));
  const places = deals.map(({ input: { stage } }) =>
    stage === undefined ? stages.first : stageNamed(stages, stage),
  );
  const closed = places.filter(isClosed);
  await checkReasons(
    tx,
    closed.map(() => ({ reason: NO_REASON })),
  );
  const rows = deals.map(({ input, userId, submission }, n) => {
    const nextMeetingSetAt = input.nextMeetingDate ? at : null;
    const fields = changedValues({}, input.fields);
    return {
      industries: [],
      ...input,
      ...derived({ ...input, fields, nextMeetingSetAt }, lists),
      fields,
      nextMeetingSetAt,
      stageId: places[n]!.id,
      stageSince: at,
      way: [],
      userId,
      submission,
      createdAt: at,
      updatedAt: at,
    };
  });
  const ids = await insertRows(tx, pipelines, rows);
  const entries = deals.map(({ input, scoreReason }, n) => {
    const deal = { id: ids[n]!, companyName: input.companyName };
    const fields: ChangedFields = {
      ...differencesOf({}, { ...input, fields: rows[n]!.fields }),
      ...(places[n] !== stages.first && { stage: [null, places[n]!.name] }),
    };
    return dealEntry(deal, 'created', fields, scoreReason);
  });
  await writeHistory(tx, viewer, entries, { ...written, at });
  const closings = deals.flatMap(({ input: { evaluationScore = null } }, n) => {
    const stage = places[n]!;
    const deal = { id: ids[n]!, evaluationScore };
    return isClosed(stage) ? [{ deal, stage, reason: NO_REASON }] : [];
  });
  await insertDecisions(tx, viewer, closings, { ...written, at });
  return ids;
}

/** A reason is kept with a change of the score alone. */
function dealEntry(
  deal: Pick<Pipeline, 'id' | 'companyName'>,
  act: 'created' | 'changed',
  fields: ChangedFields,
  scoreReason: string | null | undefined,
) {
  const reason = fields.evaluationScore && scoreReason ? { reason: scoreReason } : {};
  return { ...pipelineEntry(deal, act, fields), ...reason };
}

/**
 * Changes the given keys of deals, with their history; where the stage alone is given and the deal is
 * there already, nothing. Throws 400 for too many industries, an unknown stage, and without the
 * reason that a stage asks for.
 */
export async function changePipelines(
  tx: Db,
  viewer: Viewer,
  requested: Edit[],
  written: Written = {},
): Promise<void> {
  const updatedAt = written.at ?? new Date();
  const lists = await readLists(tx);
  const stages = stagesOf(lists);
  const edits = requested
    .map((edit) => ({
      ...edit,
      changes: withPresentNames(lists, edit.changes),
      move: moveOf(edit, stages, updatedAt),
    }))
    .filter((edit) => isMoved(edit) || Object.keys(edit.changes).join() !== 'stage');
  const closings = edits.flatMap(({ before, changes, move: { closing } }) =>
    closing ? [{ deal: { ...before, ...changes }, ...closing }] : [],
  );
  await checkReasons(tx, closings);
  const updates = new Map<string, Update>();
  for (const edit of edits) {
    checkIndustries(edit.before, edit.changes);
    const set = {
      ...storedColumns(edit, lists, updatedAt),
      version: edit.before.version + 1,
      updatedAt,
    };
    const keys = Object.keys(set).join();
    const update = updates.get(keys) ?? prepareUpdate(tx, Object.keys(set) as (keyof Pipeline)[]);
    updates.set(keys, update);
    await update({ ...set, dealId: edit.before.id });
  }
  const entries = edits.flatMap((edit) => {
    const fields = changedFields(edit, setAt(edit, updatedAt));
    const after = { ...edit.before, ...edit.changes };
    return Object.keys(fields).length
      ? [dealEntry(after, 'changed', fields, edit.scoreReason)]
      : [];
  });
  await writeHistory(tx, viewer, entries, { ...written, at: updatedAt });
  await insertDecisions(tx, viewer, closings, { ...written, at: updatedAt });
}

/** Only those that differ: a column that is set is written to its indexes in any case. */
function storedColumns(edit: Edit & { move: Move }, lists: Lists, at: Date): Partial<Pipeline> {
  const { before } = edit;
  const { stage: _, ...edited } = edit.changes;
  const fields = changedValues(before.fields, edited.fields);
  const changes = { ...edited, fields, nextMeetingSetAt: setAt(edit, at) };
  const after = { ...changes, ...derived({ ...before, ...changes }, lists), ...edit.move.place };
  const isOther = ([key, value]: [string, unknown]) =>
    value !== undefined && !isSameValue(value, before[key as keyof Pipeline]);
  return Object.fromEntries(Object.entries(after).filter(isOther));
}

function setAt({ before, changes, nextMeetingSetAt }: Edit, at: Date): Date | null {
  if (nextMeetingSetAt !== undefined) return nextMeetingSetAt;
  const { nextMeetingDate = before.nextMeetingDate } = changes;
  if (nextMeetingDate === before.nextMeetingDate) return before.nextMeetingSetAt;
  return nextMeetingDate ? at : null;
}

type Update = (values: Record<string, unknown>) => Promise<unknown>;

function prepareUpdate(tx: Db, keys: (keyof Pipeline)[]): Update {
  const set = Object.fromEntries(keys.map((key) => [key, rawPlaceholder(key)]));
  const isDeal = eq(pipelines.id, sql.placeholder('dealId'));
  const update = tx.update(pipelines).set(set).where(isDeal).prepare();
  const columns = getTableColumns(pipelines);
  return ({ dealId, ...values }) =>
    update.execute({
      dealId,
      ...recordOf(keys, (key) => encoded(columns[key], values[key])),
    });
}

/** Throws 400 if the list of industries is longer than 50 and than before. */
function checkIndustries(before: Pipeline, { industries = [] }: PipelineChanges): void {
  const most = Math.max(MAX_INDUSTRIES, before.industries.length);
  if (industries.length > most) throw invalid([{ path: 'industries', message: tooMany(most) }]);
}
