import { eq, getTableColumns, sql } from 'drizzle-orm';
import { buildRawPlaceholder, encodeValue } from '#db/batch-insert';
import { iterateWithPauses } from '#db/chunks';
import type { Db } from '#db/client';
import { type Deal, deals, type FieldChanges } from '#db/schema';
import type { Viewer } from '~/domain/access';
import { applyValueChanges } from '~/domain/custom-field/values';
import { MAX_INDUSTRIES } from '~/domain/deal-field/fields';
import { isSameValue } from '~/domain/history/field-value';
import { dealEvent, type Operation, recordHistory } from '~/domain/history/record.server';
import { withCurrentNames } from '~/domain/option-list/current-names';
import { queryOptionLists } from '~/domain/option-list/list.server';
import type { OptionLists } from '~/domain/option-list/option-lists';
import { buildRecord } from '~/domain/record';
import { assertReasonsGiven, recordDecisions } from '~/domain/stage/close.server';
import { buildStages, type Stages } from '~/domain/stage/stages.server';
import { invalid } from '~/errors';
import { deriveColumns } from './derive-columns';
import {
  buildHistoryFields,
  type DealEdit,
  isStageChanged,
  type PreparedEdit,
  resolveStageMove,
} from './edit.server';
import { completeMeeting, endMeeting } from './meeting-choice';
import { type DealChanges, describeIndustryLimit } from './schema';

export type { DealEdit } from './edit.server';

export function buildScoredDealEvent(
  deal: Pick<Deal, 'id' | 'companyName'>,
  kind: 'created' | 'changed',
  fields: FieldChanges,
  scoreReason: string | null | undefined,
) {
  const reason = fields.evaluationScore && scoreReason ? { reason: scoreReason } : {};
  return { ...dealEvent(deal, kind, fields), ...reason };
}

/**
 * Changes the given keys of deals and records their history. Closing a deal ends its next meeting.
 * Skips an edit that only sets the current stage. Throws 400 for too many industries, an unknown
 * stage, or a missing closing reason.
 */
export async function applyDealEdits(
  tx: Db,
  viewer: Viewer,
  requested: DealEdit[],
  operation: Operation = {},
): Promise<void> {
  const updatedAt = operation.at ?? new Date();
  const datedOperation = { ...operation, at: updatedAt };
  const lists = await queryOptionLists(tx);
  const stages = buildStages(lists);
  const edits = requested
    .map((edit) => prepareEdit(edit, { lists, stages, at: updatedAt }))
    .filter((edit) => isStageChanged(edit) || !setsOnlyStage(edit));
  const closings = edits.flatMap(({ before, changes, move: { closing } }) =>
    closing ? [{ deal: { ...before, ...changes }, ...closing }] : [],
  );
  await assertReasonsGiven(tx, closings);
  await saveEdits(tx, edits, lists, updatedAt);
  const events = edits.flatMap((edit) => buildChangeEvent(edit, updatedAt) ?? []);
  await recordHistory(tx, viewer, events, datedOperation);
  await recordDecisions(tx, viewer, closings, datedOperation);
}

interface EditContext {
  lists: OptionLists;
  stages: Stages;
  at: Date;
}

function prepareEdit(edit: DealEdit, { lists, stages, at }: EditContext): PreparedEdit {
  const changes = completeEdit(edit, lists, at);
  const move = resolveStageMove(edit, stages, at);
  return { ...edit, changes: move.closing ? endMeeting(changes, edit.before) : changes, move };
}

function completeEdit(edit: DealEdit, lists: OptionLists, at: Date): DealChanges {
  const changes = withCurrentNames(lists, edit.changes);
  if (edit.nextMeetingSetAt !== undefined) return changes;
  return completeMeeting(changes, edit.before, { lists, at });
}

function setsOnlyStage({ changes }: DealEdit): boolean {
  return Object.keys(changes).join() === 'stage';
}

/** Prepares one statement for all edits of the same columns. */
async function saveEdits(
  tx: Db,
  edits: PreparedEdit[],
  lists: OptionLists,
  updatedAt: Date,
): Promise<void> {
  const updates = new Map<string, PreparedUpdate>();
  for await (const edit of iterateWithPauses(edits)) {
    assertIndustryLimit(edit.before, edit.changes);
    const set = {
      ...getChangedColumns(edit, lists, updatedAt),
      version: edit.before.version + 1,
      updatedAt,
    };
    const columns = Object.keys(set) as (keyof Deal)[];
    const key = columns.join();
    const update = updates.get(key) ?? prepareUpdate(tx, columns);
    updates.set(key, update);
    await update({ ...set, dealId: edit.before.id });
  }
}

function buildChangeEvent(edit: PreparedEdit, updatedAt: Date) {
  const fields = buildHistoryFields(edit, getMeetingSetAt(edit, updatedAt));
  if (!Object.keys(fields).length) return undefined;
  const after = { ...edit.before, ...edit.changes };
  return buildScoredDealEvent(after, 'changed', fields, edit.scoreReason);
}

/** Omits unchanged columns, because setting a column rewrites its indexes. */
function getChangedColumns(edit: PreparedEdit, lists: OptionLists, at: Date): Partial<Deal> {
  const { before } = edit;
  const { stage: _, ...edited } = edit.changes;
  const fields = applyValueChanges(before.fields, edited.fields);
  const changes = { ...edited, fields, nextMeetingSetAt: getMeetingSetAt(edit, at) };
  const after = {
    ...changes,
    ...deriveColumns({ ...before, ...changes }, lists),
    ...edit.move.stagePosition,
  };
  const isChanged = ([key, value]: [string, unknown]) =>
    value !== undefined && !isSameValue(value, before[key as keyof Deal]);
  return Object.fromEntries(Object.entries(after).filter(isChanged));
}

function getMeetingSetAt({ before, changes, nextMeetingSetAt }: DealEdit, at: Date): Date | null {
  if (nextMeetingSetAt !== undefined) return nextMeetingSetAt;
  const { nextMeetingDate = before.nextMeetingDate, nextMeetingOn = before.nextMeetingOn } =
    changes;
  if (nextMeetingDate === before.nextMeetingDate && nextMeetingOn === before.nextMeetingOn)
    return before.nextMeetingSetAt;
  return nextMeetingDate || nextMeetingOn ? at : null;
}

type PreparedUpdate = (values: Record<string, unknown>) => Promise<unknown>;

function prepareUpdate(tx: Db, keys: (keyof Deal)[]): PreparedUpdate {
  const set = Object.fromEntries(keys.map((key) => [key, buildRawPlaceholder(key)]));
  const isDeal = eq(deals.id, sql.placeholder('dealId'));
  const update = tx.update(deals).set(set).where(isDeal).prepare();
  const columns = getTableColumns(deals);
  return ({ dealId, ...values }) =>
    update.execute({
      dealId,
      ...buildRecord(keys, (key) => encodeValue(columns[key], values[key])),
    });
}

function assertIndustryLimit(before: Deal, { industries = [] }: DealChanges): void {
  const limit = Math.max(MAX_INDUSTRIES, before.industries.length);
  if (industries.length > limit)
    throw invalid([{ path: 'industries', message: describeIndustryLimit(limit) }]);
}
