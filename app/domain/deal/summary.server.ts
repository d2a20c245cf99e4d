import { and, eq, inArray } from 'drizzle-orm';
import { db } from '#db/client';
import { deals, users } from '#db/schema';
import type { Viewer } from '~/domain/access';
import { visibleTo } from '~/domain/visibility.server';

export async function listDealSummaries(viewer: Viewer, ids: number[]) {
  return db
    .select({
      id: deals.id,
      companyName: deals.companyName,
      fundingRound: deals.fundingRound,
      createdAt: deals.createdAt,
      owner: { email: users.email, firstName: users.firstName },
    })
    .from(deals)
    .innerJoin(users, eq(users.id, deals.userId))
    .where(and(inArray(deals.id, ids), visibleTo(viewer)));
}
