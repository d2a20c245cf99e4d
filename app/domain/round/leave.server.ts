import { and, asc, eq, inArray, type SQL } from 'drizzle-orm';
import { type Db, db } from '#db/client';
import { deals, evaluators, rounds, scorecards, type User } from '#db/schema';
import type { Viewer } from '~/domain/access';
import { recordHistory, roundEvent } from '~/domain/history/record.server';
import { isOpenRoundRow } from '~/domain/visibility.server';
import { listEvaluators } from './reveal.server';

/**
 * Deletes the drafts of somebody who leaves, asks them no more, and records it on the deals of open
 * rounds. What they submitted stays under their name, also the reason for which they recused
 * themselves. The viewer is undefined for the system.
 */
export async function removeUserFromRounds(
  tx: Db,
  viewer: Viewer | undefined,
  { id }: Pick<User, 'id'>,
): Promise<void> {
  const openRounds = await listOpenRounds(tx, id);
  const left = await tx
    .delete(evaluators)
    .where(isUnfinishedBy(id))
    .returning({ roundId: evaluators.roundId });
  const roundIds = left.map(({ roundId }) => roundId);
  await tx
    .delete(scorecards)
    .where(and(eq(scorecards.userId, id), inArray(scorecards.roundId, roundIds)));
  const events = openRounds.map(({ deal, asked }) => {
    const remaining = asked.filter(({ userId }) => userId !== id);
    return roundEvent(deal, 'changed', { evaluators: [listEmails(asked), listEmails(remaining)] });
  });
  await recordHistory(tx, viewer, events);
}

/** Matches open rounds for which a user has not submitted a scorecard yet. */
export function isOpenRoundAwaiting(userId: string): SQL | undefined {
  const { roundId } = evaluators;
  const unfinished = db.select({ roundId }).from(evaluators).where(isUnfinishedBy(userId));
  return and(isOpenRoundRow(), inArray(rounds.id, unfinished));
}

function isUnfinishedBy(userId: string): SQL | undefined {
  return and(eq(evaluators.userId, userId), inArray(evaluators.state, ['open', 'draft']));
}

async function listOpenRounds(tx: Db, userId: string) {
  const found = await tx
    .select({ id: rounds.id, deal: { id: deals.id, companyName: deals.companyName } })
    .from(rounds)
    .innerJoin(deals, eq(deals.id, rounds.dealId))
    .where(isOpenRoundAwaiting(userId))
    .orderBy(asc(rounds.id));
  const roundIds = found.map(({ id }) => id);
  const evaluatorsByRound = await listEvaluators(tx, roundIds);
  return found.map(({ id, deal }) => ({ deal, asked: evaluatorsByRound.get(id) ?? [] }));
}

function listEmails(asked: { email: string }[]): string[] {
  return asked.map(({ email }) => email);
}
