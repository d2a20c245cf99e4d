import { desc, eq } from 'drizzle-orm';
import { db } from '#db/client';
import { memos, rounds } from '#db/schema';
import type { Viewer } from '~/domain/access';
import { assertDealReadable } from '~/domain/deal/get.server';

const MAX_OFFERED = 50;

export async function listDecisionBasis(viewer: Viewer, dealId: number) {
  await assertDealReadable(viewer, dealId);
  const { id, companyName, openedAt, closedAt, until } = rounds;
  const [dealRounds, dealMemos] = await Promise.all([
    db
      .select({ id, companyName, openedAt, closedAt, until })
      .from(rounds)
      .where(eq(rounds.dealId, dealId))
      .orderBy(desc(rounds.id))
      .limit(MAX_OFFERED),
    db
      .select({ id: memos.id, title: memos.title, createdAt: memos.createdAt })
      .from(memos)
      .where(eq(memos.dealId, dealId))
      .orderBy(desc(memos.id))
      .limit(MAX_OFFERED),
  ]);
  return { rounds: dealRounds, memos: dealMemos };
}
