import { and, asc, eq, inArray } from 'drizzle-orm';
import type { Db } from '#db/client';
import { evaluators, rounds, users } from '#db/schema';
import { transaction } from '#db/transaction';
import type { Viewer } from '~/domain/access';
import { getManagedDealForUpdate } from '~/domain/deal/get.server';
import { recordHistory, roundEvent } from '~/domain/history/record.server';
import { getDisplayName } from '~/domain/person/names';
import { canSignIn } from '~/domain/session/viewer.server';
import { isOpenRoundRow } from '~/domain/visibility.server';
import { badRequest, conflict, invalid } from '~/errors';
import { countRounds } from './get.server';
import { MAX_ROUNDS_PER_DEAL } from './limits';
import type { RoundInput } from './schema';

export async function openRound(
  viewer: Viewer,
  dealId: number,
  { userIds, until }: RoundInput,
): Promise<number> {
  return transaction(async (tx) => {
    const deal = await getManagedDealForUpdate(tx, viewer, dealId, CANNOT_MANAGE_ROUNDS);
    const asked = await requireEvaluators(tx, [...new Set(userIds)]);
    const isOpen = and(eq(rounds.dealId, dealId), isOpenRoundRow());
    if (await tx.$count(rounds, isOpen))
      throw conflict('A round is already open. Please close it first.');
    if ((await countRounds(dealId, tx)) >= MAX_ROUNDS_PER_DEAL)
      throw badRequest(`A deal can have at most ${MAX_ROUNDS_PER_DEAL} rounds.`);
    const [round] = await tx
      .insert(rounds)
      .values({
        dealId,
        companyName: deal.companyName,
        openedById: viewer.id,
        openedByName: getDisplayName(viewer),
        openedByEmail: viewer.email,
        openedAt: new Date(),
        until,
      })
      .returning({ id: rounds.id });
    const roundId = round!.id;
    await tx.insert(evaluators).values(
      asked.map(({ id: userId, email, ...name }) => ({
        roundId,
        userId,
        email,
        name: getDisplayName({ email, ...name }),
      })),
    );
    const emails = asked.map(({ email }) => email);
    await recordHistory(tx, viewer, [
      roundEvent(deal, 'created', { until: [null, until], evaluators: [null, emails] }),
    ]);
    return roundId;
  });
}

export const CANNOT_MANAGE_ROUNDS =
  'Only the owner, managers and admins may open or close a round.';

async function requireEvaluators(tx: Db, ids: string[]) {
  const { id, email, firstName, lastName } = users;
  const found = await tx
    .select({ id, email, firstName, lastName })
    .from(users)
    .where(and(inArray(id, ids), canSignIn))
    .orderBy(asc(users.sortName), asc(id));
  if (found.length < ids.length)
    throw invalid([{ path: 'userIds', message: 'Please choose colleagues who can log in' }]);
  return found;
}
