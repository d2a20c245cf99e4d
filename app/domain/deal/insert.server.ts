import { insertRows } from '#db/batch-insert';
import type { Db } from '#db/client';
import { deals, type FieldChanges } from '#db/schema';
import type { Viewer } from '~/domain/access';
import { applyValueChanges } from '~/domain/custom-field/values';
import { type Operation, recordHistory } from '~/domain/history/record.server';
import { withCurrentNames } from '~/domain/option-list/current-names';
import { queryOptionLists } from '~/domain/option-list/list.server';
import type { OptionLists } from '~/domain/option-list/option-lists';
import {
  assertReasonsGiven,
  type ClosingReason,
  NO_REASON,
  recordDecisions,
} from '~/domain/stage/close.server';
import { isClosedStage, type Stage } from '~/domain/stage/kinds';
import { buildStages, getStageByName, type Stages } from '~/domain/stage/stages.server';
import { buildScoredDealEvent } from './apply-edits.server';
import { deriveColumns } from './derive-columns';
import { compareDeals } from './edit.server';
import { completeMeeting } from './meeting-choice';
import type { DealInput } from './schema';

interface NewDeal {
  input: DealInput;
  userId: string;
  submission?: string;
  scoreReason?: string | null;
  closingReason?: ClosingReason;
}

/**
 * Creates deals with their history and returns their ids in order. The caller has checked the
 * rights. Throws 400 for an unknown stage or a missing closing reason.
 */
export async function insertDeals(
  tx: Db,
  viewer: Viewer,
  newDeals: NewDeal[],
  operation: Operation = {},
): Promise<number[]> {
  const { at = new Date() } = operation;
  const datedOperation = { ...operation, at };
  const lists = await queryOptionLists(tx);
  const stages = buildStages(lists);
  const prepared = newDeals.map((newDeal) => prepareDeal(newDeal, { lists, stages, at }));
  await assertReasonsGiven(tx, prepared.filter(isClosed));
  const rows = prepared.map(({ row }) => row);
  const ids = await insertRows(tx, deals, rows);
  const inserted = prepared.map(({ row, ...others }, n) => ({
    ...others,
    deal: { ...row, id: ids[n]! },
  }));
  const events = inserted.map((creation) => buildCreationEvent(creation, stages.first));
  await recordHistory(tx, viewer, events, datedOperation);
  await recordDecisions(tx, viewer, inserted.filter(isClosed), datedOperation);
  return ids;
}

interface InsertContext {
  lists: OptionLists;
  stages: Stages;
  at: Date;
}

function prepareDeal(
  { input: sent, userId, submission, scoreReason, closingReason = NO_REASON }: NewDeal,
  { lists, stages, at }: InsertContext,
) {
  const input = {
    ...sent,
    ...completeMeeting(withCurrentNames(lists, sent), {}, { lists, at }),
  };
  const stage = input.stage === undefined ? stages.first : getStageByName(stages, input.stage);
  const fields = applyValueChanges({}, input.fields);
  const nextMeetingSetAt = input.nextMeetingDate || input.nextMeetingOn ? at : null;
  const row = {
    industries: [],
    ...input,
    ...deriveColumns({ ...input, fields, nextMeetingSetAt }, lists),
    fields,
    evaluationScore: input.evaluationScore ?? null,
    nextMeetingSetAt,
    stageId: stage.id,
    stageSince: at,
    way: [],
    userId,
    submission,
    createdAt: at,
    updatedAt: at,
  };
  return { row, stage, reason: closingReason, scoreReason };
}

function isClosed({ stage }: { stage: Stage }): boolean {
  return isClosedStage(stage);
}

type PreparedDeal = ReturnType<typeof prepareDeal>;

interface Creation extends Pick<PreparedDeal, 'stage' | 'scoreReason'> {
  deal: PreparedDeal['row'] & { id: number };
}

function buildCreationEvent({ deal, stage, scoreReason }: Creation, firstStage: Stage) {
  const fields: FieldChanges = {
    ...compareDeals({}, deal),
    ...(stage !== firstStage && { stage: [null, stage.name] }),
  };
  return buildScoredDealEvent(deal, 'created', fields, scoreReason);
}
