import { insertRows } from '#db/batch-insert';
import type { Db } from '#db/client';
import { deals, type FieldChanges } from '#db/schema';
import type { Viewer } from '~/domain/access';
import { applyValueChanges } from '~/domain/custom-field/values';
import { type Operation, recordHistory } from '~/domain/history/record.server';
import { withCurrentNames } from '~/domain/option-list/current-names';
import { queryOptionLists } from '~/domain/option-list/list.server';
import {
  assertReasonsGiven,
  type ClosingReason,
  NO_REASON,
  recordDecisions,
} from '~/domain/stage/close.server';
import { isClosedStage } from '~/domain/stage/kinds';
import { buildStages, getStageByName } from '~/domain/stage/stages.server';
import { makeDealEntry } from './apply-edits.server';
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
  const lists = await queryOptionLists(tx);
  const stages = buildStages(lists);
  const normalizedDeals = newDeals.map((deal) => ({
    ...deal,
    input: {
      ...deal.input,
      ...completeMeeting(withCurrentNames(lists, deal.input), {}, { lists, at }),
    },
  }));
  const startStages = normalizedDeals.map(({ input: { stage } }) =>
    stage === undefined ? stages.first : getStageByName(stages, stage),
  );
  const closed = normalizedDeals.filter((_, n) => isClosedStage(startStages[n]!));
  await assertReasonsGiven(
    tx,
    closed.map(({ closingReason = NO_REASON }) => ({ reason: closingReason })),
  );
  const rows = normalizedDeals.map(({ input, userId, submission }, n) => {
    const nextMeetingSetAt = input.nextMeetingDate || input.nextMeetingOn ? at : null;
    const fields = applyValueChanges({}, input.fields);
    return {
      industries: [],
      ...input,
      ...deriveColumns({ ...input, fields, nextMeetingSetAt }, lists),
      fields,
      nextMeetingSetAt,
      stageId: startStages[n]!.id,
      stageSince: at,
      way: [],
      userId,
      submission,
      createdAt: at,
      updatedAt: at,
    };
  });
  const ids = await insertRows(tx, deals, rows);
  const entries = normalizedDeals.map(({ input, scoreReason }, n) => {
    const deal = { id: ids[n]!, companyName: input.companyName };
    const fields: FieldChanges = {
      ...compareDeals({}, { ...input, fields: rows[n]!.fields }),
      ...(startStages[n] !== stages.first && { stage: [null, startStages[n]!.name] }),
    };
    return makeDealEntry(deal, 'created', fields, scoreReason);
  });
  await recordHistory(tx, viewer, entries, { ...operation, at });
  const closings = normalizedDeals.flatMap(({ input, closingReason = NO_REASON }, n) => {
    const stage = startStages[n]!;
    const deal = { id: ids[n]!, evaluationScore: input.evaluationScore ?? null };
    return isClosedStage(stage) ? [{ deal, stage, reason: closingReason }] : [];
  });
  await recordDecisions(tx, viewer, closings, { ...operation, at });
  return ids;
}
