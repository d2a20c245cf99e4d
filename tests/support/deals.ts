import { eq } from 'drizzle-orm';
import { db } from '#db/client';
import { type Deal, deals } from '#db/schema';
import { transaction } from '#db/transaction';
import type { Viewer } from '~/domain/access';
import { createDeal } from '~/domain/deal/create.server';
import { DealInput } from '~/domain/deal/schema';
import { parseInput } from '~/errors';

export const FULL_DEAL = {
  companyName: '森の会社',
  ceoName: 'Mei',
  cooName: 'Cho',
  cfoName: 'Visitor',
  industries: ['AI', 'Space'],
  businessIntroduction: ' Line 1\n\nLine 2 ',
  keyBusinessNumbers: 'ARR 1',
  fundingRound: 'Z',
  targetFundingSize: '$5M',
  targetClosingDate: '2028-02-29',
  evaluationScore: 7.5,
  nextMeetingDate: '30 days',
  comments: '<b>&"',
  nextMeetingOn: '2028-03-15',
} satisfies Required<Omit<DealInput, 'fields' | 'stage'>>;

export async function addDeal(
  owner: Viewer,
  fields: Record<string, unknown> = {},
): Promise<number> {
  return createDeal(owner, parseInput(DealInput, { companyName: 'Acme', ...fields }));
}

export async function getStoredDeal(id: number): Promise<Deal | undefined> {
  const [row] = await db.select().from(deals).where(eq(deals.id, id));
  return row;
}

export async function countDeals(): Promise<number> {
  return db.$count(deals);
}

export async function deleteDeals(): Promise<void> {
  await transaction(async (tx) => tx.delete(deals));
}
