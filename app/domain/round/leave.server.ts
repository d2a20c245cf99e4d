import { and, eq, inArray } from 'drizzle-orm';
import type { Db } from '#db/client';
import { evaluators, scorecards, type User } from '#db/schema';

/**
 * Deletes the drafts of somebody who leaves, and asks them no more. What they submitted stays under
 * their name, also the reason for which they recused themselves.
 */
export async function deleteDraftScorecards(tx: Db, { id }: Pick<User, 'id'>): Promise<void> {
  const isUnfinished = and(eq(evaluators.userId, id), inArray(evaluators.state, ['open', 'draft']));
  const left = await tx
    .delete(evaluators)
    .where(isUnfinished)
    .returning({ roundId: evaluators.roundId });
  const roundIds = left.map(({ roundId }) => roundId);
  await tx
    .delete(scorecards)
    .where(and(eq(scorecards.userId, id), inArray(scorecards.roundId, roundIds)));
}
