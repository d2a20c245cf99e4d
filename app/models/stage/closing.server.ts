import { and, inArray, eq, max } from 'drizzle-orm';
import type { Db } from '#db/client';
import { insertRows } from '#db/insert';
import { changes, decisions, type Pipeline } from '#db/schema';
import { transactionId } from '#db/transaction';
import type { Viewer } from '~/models/access';
import type { Written } from '~/models/history/write.server';
import { isRequired } from '~/models/lists/list.server';
import type { Stage } from '~/models/lists/lists';
import { displayName } from '~/models/text';
import { invalid } from '~/refusal';

/** Why a deal is closed; by default, nothing is said of it. */
export interface Reason {
  reasonId: number | null;
  /** The reason's name. */
  reason: string | null;
  text: string | null;
  lookAgainOn: string | null;
}
export const NO_REASON: Reason = { reasonId: null, reason: null, text: null, lookAgainOn: null };

/** A deal that has come to a stage which is not open, or is closed there once more. */
export interface Closing {
  deal: Pick<Pipeline, 'id' | 'evaluationScore'>;
  stage: Stage;
  reason: Reason;
}

/** Throws 400 for `reason` if one of these closings has none and the fund wants one. */
export async function checkReasons(tx: Db, closings: Pick<Closing, 'reason'>[]): Promise<void> {
  if (closings.every(({ reason }) => reason.reasonId !== null)) return;
  if (await isRequired('reasons', tx))
    throw invalid([{ path: 'reason', message: 'Please choose a reason' }]);
}

/** Writes each closing as a decision of the viewer. */
export async function insertDecisions(
  tx: Db,
  viewer: Viewer,
  closings: Closing[],
  { at = new Date(), actId = transactionId() }: Written = {},
): Promise<void> {
  if (!closings.length) return;
  const evaluated = await latestEvaluations(
    tx,
    closings.map(({ deal }) => deal.id),
  );
  const rows = closings.map(({ deal, stage, reason: { reasonId, text, lookAgainOn } }) => ({
    pipelineId: deal.id,
    stageId: stage.id,
    kind: stage.kind,
    reasonId,
    text,
    lookAgainOn,
    score: deal.evaluationScore,
    evaluationChange: evaluated.get(deal.id) ?? null,
    decidedById: viewer.id,
    decidedByName: displayName(viewer),
    decidedAt: at,
    actId,
  }));
  await insertRows(tx, decisions, rows);
}

/** The latest change of each deal's evaluation. */
async function latestEvaluations(tx: Db, dealIds: number[]): Promise<Map<number, number>> {
  const { id, subject, subjectId } = changes;
  const rows = await tx
    .select({ subjectId, latest: max(id) })
    .from(changes)
    .where(and(inArray(subjectId, dealIds.map(String)), eq(subject, 'evaluation')))
    .groupBy(subjectId);
  return new Map(rows.map(({ subjectId, latest }) => [Number(subjectId), latest!]));
}
