import { and, asc, eq, notInArray, type SQL } from 'drizzle-orm';
import { db } from '#db/client';
import { type User, users } from '#db/schema';
import type { Viewer } from '~/models/access';
import { contains } from '~/models/search.server';
import { displayName } from '~/models/text';
import { visibleOwners } from '~/models/visibility.server';
import { maySignIn } from './session.server';

export type Owner = Pick<User, 'id' | 'firstName' | 'email'>;

const ownerColumns = { id: users.id, firstName: users.firstName, email: users.email };
const byName = [asc(users.sortName), asc(users.id)];

/** An owner as a select offers them. */
export function ownerOption({ id, firstName, email }: Owner) {
  return { value: id, label: firstName ? `${firstName} (${email})` : email };
}

/** The owners whose deals the viewer may see (rule 2.11). */
export async function listOwners(viewer: Viewer): Promise<Owner[]> {
  return db
    .select(ownerColumns)
    .from(users)
    .where(visibleOwners(viewer))
    .orderBy(...byName);
}

/** The first of those owners, by name, whose name or email has the text in it. */
export async function searchOwners(
  viewer: Viewer,
  search: string,
  limit: number,
): Promise<Owner[]> {
  const matches = search ? contains(users.searchText, search) : undefined;
  return db
    .select(ownerColumns)
    .from(users)
    .where(and(visibleOwners(viewer), matches))
    .orderBy(...byName)
    .limit(limit);
}

export async function findOwner(viewer: Viewer, id: string): Promise<Owner | undefined> {
  const [owner] = await db
    .select(ownerColumns)
    .from(users)
    .where(and(eq(users.id, id), visibleOwners(viewer)));
  return owner;
}

/** The full name, else the email, of the owner of a deal that the viewer may see. */
export async function fullOwnerName(userId: string): Promise<string> {
  const [owner] = await db
    .select({ firstName: users.firstName, lastName: users.lastName, email: users.email })
    .from(users)
    .where(eq(users.id, userId));
  return owner ? displayName(owner) : '';
}

/** With more colleagues to choose from, they are searched for. */
const MAX_CHOICES = 200;
const MAX_FOUND = 50;

/**
 * The colleagues who can become owner of a deal, except those with these ids: all of them or, where
 * they are many, those with the parameter `find` in their name or email (rule 2.14).
 */
export async function ownerChoices(params: URLSearchParams, except: string[]) {
  const search = params.get('find')?.trim() ?? '';
  const possible = and(maySignIn, notInArray(users.id, except));
  const all = await readChoices(possible, MAX_CHOICES);
  if (!all.hasMore) return { ...all, search: undefined };
  if (!search) return { list: [], hasMore: true, search };
  const matches = and(possible, contains(users.searchText, search));
  return { ...(await readChoices(matches, MAX_FOUND)), search };
}
/** `search` is what is searched for; undefined where the list is complete. */
export type OwnerChoices = Awaited<ReturnType<typeof ownerChoices>>;

async function readChoices(where: SQL | undefined, most: number) {
  const rows = await db
    .select({ email: users.email, firstName: users.firstName, lastName: users.lastName })
    .from(users)
    .where(where)
    .orderBy(...byName)
    .limit(most + 1);
  const list = rows.slice(0, most).map((user) => ({ email: user.email, name: displayName(user) }));
  return { list, hasMore: rows.length > most };
}
