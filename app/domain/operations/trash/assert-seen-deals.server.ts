import { inArray } from 'drizzle-orm';
import type { Db } from '#db/client';
import { deals, type User } from '#db/schema';
import { formatCount } from '~/domain/text/text';
import { conflict } from '~/errors';

/** Throws 409 unless the accounts have as many deals as the page said that would be deleted. */
export async function assertSeenDeals(
  tx: Db,
  accounts: Pick<User, 'id'>[],
  seenDeals: number | undefined,
): Promise<void> {
  if (seenDeals === undefined) return;
  const ids = accounts.map(({ id }) => id);
  const current = await tx.$count(deals, inArray(deals.userId, ids));
  if (current === seenDeals) return;
  throw conflict(
    `The page spoke of ${formatCount(seenDeals, 'pipeline')} to delete; by now it is ${formatCount(current, 'pipeline')}. Send it again to go on.`,
  );
}
