import { and, desc, eq } from 'drizzle-orm';
import { type Db, db } from '#db/client';
import { evaluators, rounds } from '#db/schema';
import type { Viewer } from '~/domain/access';
import { assertDealReadable } from '~/domain/deal/get.server';
import type { Page } from '~/domain/pagination';
import { notFound } from '~/errors';
import { readRound, readRoundStates, type RoundState, type VisibleRound } from './reveal.server';

export async function getRound(
  viewer: Viewer,
  dealId: number,
  id: number,
  tx?: Db,
): Promise<VisibleRound> {
  await assertDealReadable(viewer, dealId, tx);
  const round = await readRound(viewer, and(eq(rounds.id, id), eq(rounds.dealId, dealId)), tx);
  if (!round) throw notFound('Round not found');
  return round;
}

/** Returns true for an evaluator of the round, also once they may not see its deal any more. */
export async function isEvaluatorOfRound(
  viewer: Viewer,
  dealId: number,
  id: number,
): Promise<boolean> {
  const asked = await db
    .select({ id: rounds.id })
    .from(rounds)
    .innerJoin(evaluators, eq(evaluators.roundId, rounds.id))
    .where(and(eq(rounds.id, id), eq(rounds.dealId, dealId), eq(evaluators.userId, viewer.id)));
  return asked.length > 0;
}

export async function listRounds(viewer: Viewer, dealId: number): Promise<RoundState[]> {
  await assertDealReadable(viewer, dealId);
  return readRoundStates(eq(rounds.dealId, dealId));
}

export async function listRoundIds(
  viewer: Viewer,
  dealId: number,
  { limit, offset }: Page,
): Promise<number[]> {
  await assertDealReadable(viewer, dealId);
  const rows = await db
    .select({ id: rounds.id })
    .from(rounds)
    .where(eq(rounds.dealId, dealId))
    .orderBy(desc(rounds.id))
    .limit(limit)
    .offset(offset);
  return rows.map(({ id }) => id);
}

export async function countRounds(dealId: number, tx: Db = db): Promise<number> {
  return tx.$count(rounds, eq(rounds.dealId, dealId));
}
