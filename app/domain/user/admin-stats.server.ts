import { count, gte, min } from 'drizzle-orm';
import { cacheUntilCommit } from '#db/cache';
import { db } from '#db/client';
import { deals, users } from '#db/schema';
import type { Viewer } from '~/domain/access';
import { subtractMonth } from '~/domain/date/calendar-day';
import { assertCanListUsers, matchesQuery } from './list.server';

export async function getAdminStats(
  viewer: Viewer,
): Promise<{ users: number; pending: number; deals: number; active: number }> {
  assertCanListUsers(viewer);
  const [counted, active] = await Promise.all([
    cacheUntilCommit('accounts and deals', countUsersAndDeals),
    countActiveDeals(),
  ]);
  return { ...counted, active };
}

async function countUsersAndDeals() {
  const [people, pending, dealCount] = await Promise.all([
    db.$count(users),
    db.$count(users, matchesQuery({ status: 'pending' })),
    db.$count(deals),
  ]);
  return { users: people, pending, deals: dealCount };
}

/** Cached until a commit, or until the oldest of the counted deals is more than a month old. */
async function countActiveDeals(): Promise<number> {
  const since = subtractMonth(new Date());
  const read = () => queryActiveDeals(since);
  const cached = await cacheUntilCommit('active', read);
  return cached.oldest === null || cached.oldest >= since ? cached.active : (await read()).active;
}

async function queryActiveDeals(since: Date) {
  const [row] = await db
    .select({ active: count(), oldest: min(deals.updatedAt) })
    .from(deals)
    .where(gte(deals.updatedAt, since));
  return row!;
}
