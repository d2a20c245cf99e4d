import { eq, getTableColumns, sql } from 'drizzle-orm';
import type { Db } from '#db/client';
import { type ChangedFields, type Pipeline, pipelines } from '#db/schema';
import { encoded, insertRows, rawPlaceholder } from '#db/insert';
import { invalid } from '~/refusal';
import type { Viewer } from '~/models/access';
import { isSameValue } from '~/models/history/field-value';
import { changedValues, named } from '~/models/field/values';
import { recordOf } from '~/models/record';
import { pipelineEntry, writeHistory, type Written } from '~/models/history/write.server';
import { derived } from './derived';
import { MAX_INDUSTRIES, PIPELINE_KEYS } from './fields';
import { type PipelineChanges, type PipelineInput, tooMany } from './schema';
import { differences } from '~/models/history/differences';

/** How deals are created and changed, within the transaction of whoever has checked the rights. */

interface NewPipeline {
  input: PipelineInput;
  /** The owner. */
  userId: string;
  /** See `createPipeline`. */
  submission?: string;
  scoreReason?: string | null;
}

const COLUMNS = [
  ...PIPELINE_KEYS,
  'searchText',
  'detailsText',
  'companyKey',
  'meetingDays',
  'roundRank',
  'targetFundingAmount',
  'targetFundingCurrency',
  'nextMeetingSetAt',
  'meetingDueAt',
  'fields',
  'userId',
  'submission',
  'createdAt',
  'updatedAt',
] as const satisfies (keyof Pipeline)[];

/** Creates deals with their history. Returns their ids in the same order. */
export async function insertPipelines(
  tx: Db,
  viewer: Viewer,
  deals: NewPipeline[],
  written: Written = {},
): Promise<number[]> {
  const { at = new Date() } = written;
  const rows = deals.map(({ input, userId, submission }) => {
    const nextMeetingSetAt = input.nextMeetingDate ? at : null;
    const fields = changedValues({}, input.fields);
    return {
      industries: [],
      ...input,
      ...derived({ ...input, fields, nextMeetingSetAt }),
      fields,
      nextMeetingSetAt,
      userId,
      submission,
      createdAt: at,
      updatedAt: at,
    };
  });
  const ids = await insertRows(tx, 'pipelines', pipelines, COLUMNS, rows);
  const entries = deals.map(({ input, scoreReason }, n) => {
    const deal = { id: ids[n]!, companyName: input.companyName };
    const fields = differencesOf({}, { ...input, fields: rows[n]!.fields });
    return dealEntry(deal, 'created', fields, scoreReason);
  });
  await writeHistory(tx, viewer, entries, { ...written, at });
  return ids;
}

/** The specified and the own fields that differ, each [from, to]. */
function differencesOf(before: Partial<Pipeline>, after: Partial<Pipeline>): ChangedFields {
  const [from, to] = [named(before.fields), named(after.fields)];
  return {
    ...differences(PIPELINE_KEYS, before, after),
    ...differences(Object.keys({ ...from, ...to }), from, to),
  };
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

export interface Edit {
  before: Pipeline;
  changes: PipelineChanges;
  /**
   * Where the value alone does not tell: for an undo, or to set the same value anew, which is a
   * change for the history; null without a next meeting.
   */
  nextMeetingSetAt?: Date | null;
  scoreReason?: string | null;
}

/** Changes the given keys of deals, with their history. Throws 400 for too many industries. */
export async function changePipelines(
  tx: Db,
  viewer: Viewer,
  edits: Edit[],
  written: Written = {},
): Promise<void> {
  const updatedAt = written.at ?? new Date();
  const updates = new Map<string, Update>();
  for (const edit of edits) {
    checkIndustries(edit.before, edit.changes);
    const set = { ...storedColumns(edit, updatedAt), version: edit.before.version + 1, updatedAt };
    const keys = Object.keys(set).join();
    const update = updates.get(keys) ?? prepareUpdate(tx, Object.keys(set) as (keyof Pipeline)[]);
    updates.set(keys, update);
    await update({ ...set, dealId: edit.before.id });
  }
  const entries = edits.flatMap((edit) => {
    const fields = changedFields(edit, updatedAt);
    const after = { ...edit.before, ...edit.changes };
    return Object.keys(fields).length
      ? [dealEntry(after, 'changed', fields, edit.scoreReason)]
      : [];
  });
  await writeHistory(tx, viewer, entries, { ...written, at: updatedAt });
}

/** Only those that differ: a column that is set is written to its indexes in any case. */
function storedColumns(edit: Edit, at: Date): Partial<Pipeline> {
  const { before } = edit;
  const fields = changedValues(before.fields, edit.changes.fields);
  const changes = { ...edit.changes, fields, nextMeetingSetAt: setAt(edit, at) };
  const after = { ...changes, ...derived({ ...before, ...changes }) };
  const isOther = ([key, value]: [string, unknown]) =>
    value !== undefined && !isSameValue(value, before[key as keyof Pipeline]);
  return Object.fromEntries(Object.entries(after).filter(isOther));
}

/** With when the next meeting was set, also to what it was, for an undo. */
function changedFields(edit: Edit, at: Date): ChangedFields {
  const { before, changes } = edit;
  const after = changedValues(before.fields, changes.fields);
  const fields = differencesOf(before, { ...before, ...changes, fields: after });
  const former = before.nextMeetingSetAt?.getTime() ?? null;
  const current = setAt(edit, at)?.getTime() ?? null;
  if (former === current) return fields;
  const { nextMeetingDate: same } = before;
  const { nextMeetingDate = [same, same] as const } = fields;
  return { ...fields, nextMeetingDate: [...nextMeetingDate], nextMeetingSetAt: [former, current] };
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
