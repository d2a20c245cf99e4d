import { inArray } from 'drizzle-orm';
import type { Db } from '#db/client';
import { deals, type User } from '#db/schema';
import { formatCount } from '~/domain/text/text';
import { conflict } from '~/errors';

/** Throws 409 unless the accounts have the number of deals that the page announced. */
export async function assertSeenDeals(
  tx: Db,
  accounts: Pick<User, 'id'>[],
  seenDeals: number | undefined,
): Promise<void> {
  if (seenDeals === undefined) return;
  const ids = accounts.map(({ id }) => id);
  const current = await tx.$count(deals, inArray(deals.userId, ids));
  if (current === seenDeals) return;
  const announced = formatCount(seenDeals, 'pipeline');
  const wouldDelete = formatCount(current, 'pipeline');
  throw conflict(
    `This page announced the deletion of ${announced}; by now it would delete ${wouldDelete}. Submit it again to continue.`,
  );
}
