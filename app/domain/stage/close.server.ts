import { and, eq, inArray, max } from 'drizzle-orm';
import { insertRows } from '#db/batch-insert';
import type { Db } from '#db/client';
import { type Deal, decisions, historyEvents } from '#db/schema';
import { getTransactionId } from '#db/transaction';
import type { Viewer } from '~/domain/access';
import type { Operation } from '~/domain/history/record.server';
import { isChoiceRequired, queryOptionLists } from '~/domain/option-list/list.server';
import { getDisplayName } from '~/domain/person/names';
import { invalid } from '~/errors';
import type { Stage } from './kinds';

export interface ClosingReason {
  reasonId: number | null;
  reason: string | null;
  text: string | null;
  lookAgainOn: string | null;
}
export const NO_REASON: ClosingReason = {
  reasonId: null,
  reason: null,
  text: null,
  lookAgainOn: null,
};

interface ClosingReasonInput {
  reason?: string | null;
  text?: string | null;
  lookAgainOn?: string | null;
}

export async function requireClosingReason(
  tx: Db,
  { reason, text = null, lookAgainOn = null }: ClosingReasonInput,
): Promise<ClosingReason> {
  if (!reason) return { text, lookAgainOn, reasonId: null, reason: null };
  const option = (await queryOptionLists(tx))
    .listActiveOptions('reasons')
    .find(({ name }) => name === reason);
  if (!option) throw invalid([{ path: 'reason', message: 'There is no reason with this name' }]);
  return { text, lookAgainOn, reasonId: option.id, reason };
}

export interface Closing {
  deal: Pick<Deal, 'id' | 'evaluationScore'>;
  stage: Stage;
  reason: ClosingReason;
}

export async function assertReasonsGiven(
  tx: Db,
  closings: Pick<Closing, 'reason'>[],
): Promise<void> {
  if (closings.every(({ reason }) => reason.reasonId !== null)) return;
  if (await isChoiceRequired('reasons', tx))
    throw invalid([{ path: 'reason', message: 'Please choose a reason' }]);
}

export async function recordDecisions(
  tx: Db,
  viewer: Viewer,
  closings: Closing[],
  { at = new Date(), operationId = getTransactionId() }: Operation = {},
): Promise<void> {
  if (!closings.length) return;
  const evaluated = await findLatestEvaluationChanges(
    tx,
    closings.map(({ deal }) => deal.id),
  );
  const rows = closings.map(({ deal, stage, reason: { reasonId, text, lookAgainOn } }) => ({
    dealId: deal.id,
    stageId: stage.id,
    kind: stage.kind,
    reasonId,
    text,
    lookAgainOn,
    score: deal.evaluationScore,
    evaluationChange: evaluated.get(deal.id) ?? null,
    decidedById: viewer.id,
    decidedByName: getDisplayName(viewer),
    decidedAt: at,
    operationId,
  }));
  await insertRows(tx, decisions, rows);
}

async function findLatestEvaluationChanges(
  tx: Db,
  dealIds: number[],
): Promise<Map<number, number>> {
  const { id, subject, subjectId } = historyEvents;
  const rows = await tx
    .select({ subjectId, latest: max(id) })
    .from(historyEvents)
    .where(and(inArray(subjectId, dealIds.map(String)), eq(subject, 'evaluation')))
    .groupBy(subjectId);
  return new Map(rows.map(({ subjectId, latest }) => [Number(subjectId), latest!]));
}
