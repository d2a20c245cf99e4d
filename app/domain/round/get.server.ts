import { and, eq } from 'drizzle-orm';
import { type Db, db } from '#db/client';
import { rounds } from '#db/schema';
import type { Viewer } from '~/domain/access';
import { assertDealVisible } from '~/domain/deal/get.server';
import { notFound } from '~/errors';
import { readRounds, type VisibleRound } from './reveal.server';

/** Returns a round with what the viewer may see of it. Throws 404 if deal or round is not visible. */
export async function getRound(
  viewer: Viewer,
  dealId: number,
  id: number,
  from: Db = db,
): Promise<VisibleRound> {
  await assertDealVisible(viewer, dealId, from);
  const isRound = and(eq(rounds.id, id), eq(rounds.dealId, dealId));
  const [round] = await readRounds(viewer, isRound, { from });
  if (!round) throw notFound('Round not found');
  return round;
}

/** Lists a deal's rounds, newest first, with what the viewer may see of them. */
export async function listRounds(
  viewer: Viewer,
  dealId: number,
  page: { limit?: number; offset?: number } = {},
): Promise<VisibleRound[]> {
  await assertDealVisible(viewer, dealId);
  return readRounds(viewer, eq(rounds.dealId, dealId), page);
}

export async function countRounds(dealId: number, from: Db = db): Promise<number> {
  return from.$count(rounds, eq(rounds.dealId, dealId));
}
