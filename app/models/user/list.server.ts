import { and, count, desc, eq, gte, inArray, isNotNull, min, ne, type SQL } from 'drizzle-orm';
import { cachedUntilCommit } from '#db/cache';
import { db } from '#db/client';
import { pipelines, users } from '#db/schema';
import { forbidden } from '~/refusal';
import { mayListUsers, type Viewer } from '~/models/access';
import { monthBefore } from '~/models/dates';
import type { Page } from '~/models/page';
import { contains } from '~/models/search.server';

/** What staff see of a user: everything but the password. */
const userColumns = {
  id: users.id,
  email: users.email,
  firstName: users.firstName,
  lastName: users.lastName,
  profileImageUrl: users.profileImageUrl,
  isAdmin: users.isAdmin,
  role: users.role,
  approvalStatus: users.approvalStatus,
  decidedAt: users.decidedAt,
  disabledAt: users.disabledAt,
  signedInAt: users.signedInAt,
  group: users.group,
  createdAt: users.createdAt,
  updatedAt: users.updatedAt,
};
export type ListedUser = Awaited<ReturnType<typeof listUsers>>[number];

interface UserQuery {
  search?: string;
  status?: 'pending';
}

function matching({ search, status }: UserQuery): SQL | undefined {
  return and(
    search ? contains(users.searchText, search) : undefined,
    status ? eq(users.approvalStatus, status) : undefined,
  );
}

function check(viewer: Viewer): void {
  if (!mayListUsers(viewer)) throw forbidden();
}

/** Users, newest first. Throws 403 unless the viewer is staff. */
export async function listUsers(viewer: Viewer, query: UserQuery, { limit, offset }: Page) {
  check(viewer);
  return db
    .select(userColumns)
    .from(users)
    .where(matching(query))
    .orderBy(desc(users.createdAt), desc(users.id))
    .limit(limit)
    .offset(offset);
}

/** The number of deals of each of these users; who has none is left out. */
export async function countDealsOf(viewer: Viewer, ids: string[]): Promise<Map<string, number>> {
  check(viewer);
  const rows = await cachedUntilCommit(JSON.stringify(['deals of', ids]), async () =>
    db
      .select({ id: pipelines.userId, deals: count() })
      .from(pipelines)
      .where(inArray(pipelines.userId, ids))
      .groupBy(pipelines.userId),
  );
  return new Map(rows.map(({ id, deals }) => [id, deals]));
}

export async function countUsers(viewer: Viewer, query: UserQuery = {}): Promise<number> {
  check(viewer);
  return db.$count(users, matching(query));
}

export async function findUsers(viewer: Viewer, ids: string[]) {
  check(viewer);
  return db
    .select({ ...userColumns, deals: count(pipelines.id) })
    .from(users)
    .leftJoin(pipelines, eq(pipelines.userId, users.id))
    .where(inArray(users.id, ids))
    .groupBy(users.id)
    .orderBy(desc(users.createdAt), desc(users.id));
}

export async function listDecisions(viewer: Viewer, last = 10): Promise<ListedUser[]> {
  check(viewer);
  const decided = and(ne(users.approvalStatus, 'pending'), isNotNull(users.decidedAt));
  return db
    .select(userColumns)
    .from(users)
    .where(decided)
    .orderBy(desc(users.decidedAt), desc(users.id))
    .limit(last);
}

/** The admin area's figures. `active` counts deals updated within the last month (rule 9.2). */
export async function adminStats(
  viewer: Viewer,
): Promise<{ users: number; pending: number; deals: number; active: number }> {
  check(viewer);
  const [counted, active] = await Promise.all([
    cachedUntilCommit('accounts and deals', countEverything),
    countActive(),
  ]);
  return { ...counted, active };
}

async function countEverything() {
  const [people, pending, deals] = await Promise.all([
    db.$count(users),
    db.$count(users, matching({ status: 'pending' })),
    db.$count(pipelines),
  ]);
  return { users: people, pending, deals };
}

/** Cached until a commit, or until the oldest of the counted deals is more than a month old. */
async function countActive(): Promise<number> {
  const since = monthBefore(new Date());
  const read = () => readActive(since);
  const cached = await cachedUntilCommit('active', read);
  return cached.oldest === null || cached.oldest >= since ? cached.active : (await read()).active;
}

async function readActive(since: Date) {
  const [row] = await db
    .select({ active: count(), oldest: min(pipelines.updatedAt) })
    .from(pipelines)
    .where(gte(pipelines.updatedAt, since));
  return row!;
}
