import { and, count, desc, eq, inArray, isNotNull, ne, type SQL } from 'drizzle-orm';
import { cacheUntilCommit } from '#db/cache';
import { db } from '#db/client';
import { deals, type User, users } from '#db/schema';
import { canListUsers, type Viewer } from '~/domain/access';
import type { Page } from '~/domain/pagination';
import { columnContains } from '~/domain/search/search-texts.server';
import { canSignIn, isAdminRow } from '~/domain/session/viewer.server';
import { forbidden } from '~/errors';

const listedUserColumns = {
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

export function matchesQuery({ search, status }: UserQuery): SQL | undefined {
  return and(
    search ? columnContains(users.searchText, search) : undefined,
    status ? eq(users.approvalStatus, status) : undefined,
  );
}

export function assertCanListUsers(viewer: Viewer): void {
  if (!canListUsers(viewer)) throw forbidden();
}

export async function listUsers(viewer: Viewer, query: UserQuery, { limit, offset }: Page) {
  assertCanListUsers(viewer);
  return db
    .select(listedUserColumns)
    .from(users)
    .where(matchesQuery(query))
    .orderBy(desc(users.createdAt), desc(users.id))
    .limit(limit)
    .offset(offset);
}

export async function countDealsByUser(
  viewer: Viewer,
  ids: string[],
): Promise<Map<string, number>> {
  assertCanListUsers(viewer);
  const rows = await cacheUntilCommit(JSON.stringify(['deals of', ids]), async () =>
    db
      .select({ id: deals.userId, deals: count() })
      .from(deals)
      .where(inArray(deals.userId, ids))
      .groupBy(deals.userId),
  );
  return new Map(rows.map(({ id, deals }) => [id, deals]));
}

export async function countUsers(viewer: Viewer, query: UserQuery = {}): Promise<number> {
  assertCanListUsers(viewer);
  return db.$count(users, matchesQuery(query));
}

export async function findUsersWithDealCounts(viewer: Viewer, ids: string[]) {
  assertCanListUsers(viewer);
  return db
    .select({ ...listedUserColumns, deals: count(deals.id) })
    .from(users)
    .leftJoin(deals, eq(deals.userId, users.id))
    .where(inArray(users.id, ids))
    .groupBy(users.id)
    .orderBy(desc(users.createdAt), desc(users.id));
}

export async function listApprovalDecisions(viewer: Viewer, limit = 10): Promise<ListedUser[]> {
  assertCanListUsers(viewer);
  const decided = and(ne(users.approvalStatus, 'pending'), isNotNull(users.decidedAt));
  return db
    .select(listedUserColumns)
    .from(users)
    .where(decided)
    .orderBy(desc(users.decidedAt), desc(users.id))
    .limit(limit);
}

/** Skips the permission check, for mails to all of them. */
export function listActiveAdmins(): Promise<User[]> {
  return db.select().from(users).where(and(isAdminRow, canSignIn));
}
