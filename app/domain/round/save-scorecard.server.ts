import { and, eq } from 'drizzle-orm';
import type { Db } from '#db/client';
import { evaluators, type EvaluatorState, type Scorecard, scorecards } from '#db/schema';
import { transaction } from '#db/transaction';
import type { Viewer } from '~/domain/access';
import { getReadableDealRow } from '~/domain/deal/get.server';
import { CRITERION_KEYS, NOTES_KEYS } from '~/domain/evaluation/criteria';
import { countAssessedCriteria } from '~/domain/evaluation/score';
import { isSameValue } from '~/domain/history/field-value';
import { recordHistory, roundEvent } from '~/domain/history/record.server';
import { buildRecord } from '~/domain/record';
import { conflict, forbidden, invalid } from '~/errors';
import { getRound } from './get.server';
import type { ScorecardInput } from './schema';

/** Returns a version that changes with each save: a time in ms, 0 before the first save. */
export function getScorecardVersion(card: Pick<Scorecard, 'savedAt'> | null): number {
  return card?.savedAt.getTime() ?? 0;
}

/**
 * Replaces the viewer's scorecard. One that was submitted stays so: a later save corrects it. Throws
 * 404, 403 for anyone who is not asked, 400 for `scores` when submitting without one, and 409 once the
 * round is closed, after recusing, or if the card changed since `seenVersion`.
 */
export async function saveScorecard(
  viewer: Viewer,
  { dealId, roundId }: { dealId: number; roundId: number },
  { submit, ...input }: ScorecardInput,
  { seenVersion }: { seenVersion?: number } = {},
): Promise<void> {
  await transaction(async (tx) => {
    const { deal, card, state } = await getOpenEvaluation(tx, viewer, dealId, roundId);
    if (state === 'recused') throw conflict('You have recused yourself from this round.');
    if (seenVersion !== undefined && seenVersion !== getScorecardVersion(card))
      throw conflict('You have saved this scorecard elsewhere since you opened it here.');
    const isSubmitted = state === 'submitted';
    const next = isSubmitted || submit ? 'submitted' : 'draft';
    if (next === 'submitted' && !countAssessedCriteria(input.scores))
      throw invalid([{ path: 'scores', message: 'Please give at least one score to submit' }]);
    const values = toScorecardValues(input);
    const now = new Date(Math.max(Date.now(), getScorecardVersion(card) + 1));
    const submittedAt = isSubmitted ? (card?.submittedAt ?? now) : now;
    const isCorrected = isSubmitted && isChanged(card, values);
    const row = {
      ...values,
      savedAt: now,
      submittedAt: next === 'submitted' ? submittedAt : null,
      correctedAt: isCorrected ? now : (card?.correctedAt ?? null),
    };
    await tx
      .insert(scorecards)
      .values({ ...row, roundId, userId: viewer.id })
      .onConflictDoUpdate({ target: [scorecards.roundId, scorecards.userId], set: row });
    await setEvaluatorState(tx, roundId, viewer.id, { state: next });
    if (isCorrected) await recordScorecardEvent(tx, viewer, deal, ['submitted', 'corrected']);
    else if (next === 'submitted' && !isSubmitted)
      await recordScorecardEvent(tx, viewer, deal, [null, 'submitted']);
  });
}

export async function recuseEvaluator(
  viewer: Viewer,
  dealId: number,
  roundId: number,
  reason: string,
): Promise<void> {
  await transaction(async (tx) => {
    const { deal, state } = await getOpenEvaluation(tx, viewer, dealId, roundId);
    await setEvaluatorState(tx, roundId, viewer.id, { state: 'recused', reason });
    if (state !== 'recused') await recordScorecardEvent(tx, viewer, deal, [null, 'recused']);
  });
}

async function getOpenEvaluation(tx: Db, viewer: Viewer, dealId: number, roundId: number) {
  const deal = await getReadableDealRow(tx, viewer, dealId);
  const round = await getRound(viewer, dealId, roundId, tx);
  const evaluator = round.evaluators.find(({ id }) => id === viewer.id);
  if (!evaluator) throw forbidden('Only evaluators of this round can fill in a scorecard.');
  if (!round.isOpen) throw conflict('This round is closed.');
  return { deal, card: round.card, state: evaluator.state };
}

function toScorecardValues({ scores, notes, vote, reason = null }: Omit<ScorecardInput, 'submit'>) {
  return {
    ...buildRecord(CRITERION_KEYS, (key) => scores[key] ?? null),
    ...buildRecord(NOTES_KEYS, (key) => notes[key] ?? null),
    vote,
    reason,
  };
}

type CardValues = ReturnType<typeof toScorecardValues>;

function isChanged(card: Scorecard | null, values: CardValues): boolean {
  const keys = Object.keys(values) as (keyof CardValues)[];
  return !card || keys.some((key) => !isSameValue(card[key], values[key]));
}

async function setEvaluatorState(
  tx: Db,
  roundId: number,
  userId: string,
  change: { state: EvaluatorState; reason?: string },
): Promise<void> {
  const isOwn = and(eq(evaluators.roundId, roundId), eq(evaluators.userId, userId));
  await tx.update(evaluators).set(change).where(isOwn);
}

/** Records only the state: the history is open to everybody who reads the deal. */
async function recordScorecardEvent(
  tx: Db,
  viewer: Viewer,
  deal: { id: number; companyName: string },
  scorecard: [string | null, string],
): Promise<void> {
  await recordHistory(tx, viewer, [roundEvent(deal, 'changed', { scorecard })]);
}
