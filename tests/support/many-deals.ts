import { deals } from '#db/schema';
import { transaction } from '#db/transaction';
import { createRandom } from './random';

export const MANY_DEALS = 3_200;

/** Adds deals that a search for 'plenty', or for texts of one or two characters, finds. */
export async function addManyDeals(owner: { id: string }): Promise<void> {
  const next = createRandom(20261121);
  const pick = <T>(list: readonly T[]): T => list[Math.floor(next() * list.length)]!;
  const now = new Date();
  const rows = Array.from({ length: MANY_DEALS }, (_, n) => ({
    userId: owner.id,
    companyName: 'x',
    companyKey: 'x',
    searchText: `plenty ${n} 鬱陶`,
    industries: pick([['AI'], ['DX', 'AI'], []]),
    fundingRound: pick(['A', 'Seed', null]),
    evaluationScore: Math.floor(next() * 101) / 10,
    meetingDays: pick([null, 0, 30]),
    createdAt: now,
    updatedAt: now,
  }));
  for (let i = 0; i < rows.length; i += 400)
    await transaction(async (tx) => tx.insert(deals).values(rows.slice(i, i + 400)));
}
