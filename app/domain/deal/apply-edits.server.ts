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
import { buildStages } from '~/domain/stage/stages.server';
import { invalid } from '~/errors';
import { deriveColumns } from './derive-columns';
import {
  buildHistoryFields,
  type DealEdit,
  isStageChanged,
  resolveStageMove,
  type StageMove,
} from './edit.server';
import { completeMeeting, endMeeting } from './meeting-choice';
import { type DealChanges, describeIndustryLimit } from './schema';

export type { DealEdit } from './edit.server';

export function makeDealEntry(
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
  const lists = await queryOptionLists(tx);
  const stages = buildStages(lists);
  const edits = requested
    .map((edit) => {
      const changes = completeEdit(edit, lists, updatedAt);
      const move = resolveStageMove(edit, stages, updatedAt);
      return { ...edit, changes: move.closing ? endMeeting(changes, edit.before) : changes, move };
    })
    .filter((edit) => isStageChanged(edit) || Object.keys(edit.changes).join() !== 'stage');
  const closings = edits.flatMap(({ before, changes, move: { closing } }) =>
    closing ? [{ deal: { ...before, ...changes }, ...closing }] : [],
  );
  await assertReasonsGiven(tx, closings);
  const updates = new Map<string, PreparedUpdate>();
  for await (const edit of iterateWithPauses(edits)) {
    assertIndustryLimit(edit.before, edit.changes);
    const set = {
      ...getChangedColumns(edit, lists, updatedAt),
      version: edit.before.version + 1,
      updatedAt,
    };
    const keys = Object.keys(set).join();
    const update = updates.get(keys) ?? prepareUpdate(tx, Object.keys(set) as (keyof Deal)[]);
    updates.set(keys, update);
    await update({ ...set, dealId: edit.before.id });
  }
  const entries = edits.flatMap((edit) => {
    const fields = buildHistoryFields(edit, getMeetingSetAt(edit, updatedAt));
    const after = { ...edit.before, ...edit.changes };
    return Object.keys(fields).length
      ? [makeDealEntry(after, 'changed', fields, edit.scoreReason)]
      : [];
  });
  await recordHistory(tx, viewer, entries, { ...operation, at: updatedAt });
  await recordDecisions(tx, viewer, closings, { ...operation, at: updatedAt });
}

function completeEdit(edit: DealEdit, lists: OptionLists, at: Date): DealChanges {
  const changes = withCurrentNames(lists, edit.changes);
  if (edit.nextMeetingSetAt !== undefined) return changes;
  return completeMeeting(changes, edit.before, { lists, at });
}

/** Omits unchanged columns, because setting a column rewrites its indexes. */
function getChangedColumns(
  edit: DealEdit & { move: StageMove },
  lists: OptionLists,
  at: Date,
): Partial<Deal> {
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
