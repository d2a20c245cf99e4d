import { eq, inArray } from 'drizzle-orm';
import type { Db } from '#db/client';
import {
  type Deal,
  type Evaluation,
  evaluations,
  type MergedData,
  type StoredEvaluation,
} from '#db/schema';
import type { Viewer } from '~/domain/access';
import { EVALUATION_FIELDS } from '~/domain/evaluation/criteria';
import { diffFields } from '~/domain/history/field-value';
import { evaluationEvent, type Operation, recordHistory } from '~/domain/history/record.server';
import { fromStoredRow, toStoredRow } from '~/domain/operations/stored-row';
import type { DealPair } from './deal-pair';

/**
 * Gives the winner the evaluation that was saved last. Returns the one it replaced; undefined if
 * the winner keeps its own.
 */
export async function mergeEvaluation(
  tx: Db,
  viewer: Viewer,
  [winner, loser]: DealPair,
  operation: Operation,
): Promise<MergedData['evaluation']> {
  const isOne = inArray(evaluations.dealId, [winner.id, loser.id]);
  const rows = await tx.select().from(evaluations).where(isOne);
  const winnerEvaluation = rows.find(({ dealId }) => dealId === winner.id);
  const loserEvaluation = rows.find(({ dealId }) => dealId === loser.id);
  if (
    !loserEvaluation ||
    (winnerEvaluation && winnerEvaluation.updatedAt >= loserEvaluation.updatedAt)
  )
    return undefined;
  const moved = { ...loserEvaluation, dealId: winner.id };
  const replacement = { deal: winner, before: winnerEvaluation, after: moved };
  await replaceEvaluation(tx, viewer, replacement, operation);
  return winnerEvaluation ? serializeEvaluation(winnerEvaluation) : null;
}

interface EvaluationReplacement {
  deal: Pick<Deal, 'id' | 'companyName'>;
  before: Evaluation | undefined;
  after: Evaluation | null;
}

export async function replaceEvaluation(
  tx: Db,
  viewer: Viewer,
  { deal, before, after }: EvaluationReplacement,
  operation: Operation,
): Promise<void> {
  await tx.delete(evaluations).where(eq(evaluations.dealId, deal.id));
  if (after) await tx.insert(evaluations).values(after);
  const fields = diffFields(EVALUATION_FIELDS, before ?? {}, after ?? {});
  if (Object.keys(fields).length)
    await recordHistory(
      tx,
      viewer,
      [evaluationEvent(deal, getReplacementKind(before, after), fields)],
      operation,
    );
}

function getReplacementKind(before: Evaluation | undefined, after: Evaluation | null) {
  if (!before) return 'created';
  return after ? 'changed' : 'deleted';
}

function serializeEvaluation(evaluation: Evaluation): StoredEvaluation {
  const { createdAt, updatedAt } = evaluation;
  const stored = toStoredRow(evaluation);
  return { ...stored, createdAt: createdAt.getTime(), updatedAt: updatedAt.getTime() };
}

export function deserializeEvaluation(stored: StoredEvaluation): Evaluation {
  const { createdAt, updatedAt } = stored;
  const evaluation = fromStoredRow(stored);
  return { ...evaluation, createdAt: new Date(createdAt), updatedAt: new Date(updatedAt) };
}
