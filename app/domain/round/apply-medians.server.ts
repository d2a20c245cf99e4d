import { eq } from 'drizzle-orm';
import { evaluations } from '#db/schema';
import { getTransactionId, transaction } from '#db/transaction';
import type { Viewer } from '~/domain/access';
import { getDealForUpdate } from '~/domain/deal/get.server';
import { upsertEvaluations } from '~/domain/evaluation/update.server';
import { conflict } from '~/errors';
import { getRound } from './get.server';
import { computeSpread } from './spread';

/**
 * Sets the evaluation's scores to the medians of a closed round and returns the operation's id.
 * Criteria that nobody assessed keep their score. Throws 404, 403, and 409 while the round is open,
 * because everybody who reads the deal sees its evaluation.
 */
export async function applyMedians(
  viewer: Viewer,
  dealId: number,
  roundId: number,
): Promise<string> {
  return transaction(async (tx) => {
    const deal = await getDealForUpdate(tx, viewer, dealId);
    const { isOpen, cards } = await getRound(viewer, dealId, roundId, tx);
    if (isOpen || !cards) throw conflict('The medians can be used once the round is closed.');
    const known = computeSpread(cards).filter(({ median }) => median !== null);
    if (!known.length) throw conflict('Nobody has submitted a scorecard in this round.');
    const changes = Object.fromEntries(known.map(({ key, median }) => [key, median]));
    const [before] = await tx.select().from(evaluations).where(eq(evaluations.dealId, dealId));
    await upsertEvaluations(tx, viewer, [{ deal, before, changes }]);
    return getTransactionId();
  });
}
