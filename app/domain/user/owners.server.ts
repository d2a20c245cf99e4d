import { and, asc, eq } from 'drizzle-orm';
import { db } from '#db/client';
import { type User, users } from '#db/schema';
import type { Viewer } from '~/domain/access';
import { getDisplayName } from '~/domain/person/names';
import { columnContains } from '~/domain/search/search-texts.server';
import { visibleOwners } from '~/domain/visibility.server';

export type Owner = Pick<User, 'id' | 'firstName' | 'email'>;

const ownerColumns = { id: users.id, firstName: users.firstName, email: users.email };

export const ownerOrder = [asc(users.sortName), asc(users.id)];

export function createOwnerOption({ id, firstName, email }: Owner) {
  return { value: id, label: firstName ? `${firstName} (${email})` : email };
}

export async function listOwners(viewer: Viewer): Promise<Owner[]> {
  return db
    .select(ownerColumns)
    .from(users)
    .where(visibleOwners(viewer))
    .orderBy(...ownerOrder);
}

export async function searchOwners(
  viewer: Viewer,
  search: string,
  limit: number,
): Promise<Owner[]> {
  const matches = search ? columnContains(users.searchText, search) : undefined;
  return db
    .select(ownerColumns)
    .from(users)
    .where(and(visibleOwners(viewer), matches))
    .orderBy(...ownerOrder)
    .limit(limit);
}

export async function findOwner(viewer: Viewer, id: string): Promise<Owner | undefined> {
  const [owner] = await db
    .select(ownerColumns)
    .from(users)
    .where(and(eq(users.id, id), visibleOwners(viewer)));
  return owner;
}

export async function getOwnerName(userId: string): Promise<string> {
  const [owner] = await db
    .select({ firstName: users.firstName, lastName: users.lastName, email: users.email })
    .from(users)
    .where(eq(users.id, userId));
  return owner ? getDisplayName(owner) : '';
}

export async function findOwnerEmail(userId: string): Promise<string | undefined> {
  const [owner] = await db.select({ email: users.email }).from(users).where(eq(users.id, userId));
  return owner?.email;
}
