import { and, asc, eq, isNull, notInArray, type SQL } from 'drizzle-orm';
import { db } from '#db/client';
import { users } from '#db/schema';
import { contains } from '~/models/search.server';
import { displayName } from '~/models/text';

/** With more colleagues to choose from, they are searched for. */
const MAX_CHOICES = 200;
/** The most that a search lists. */
const MAX_FOUND = 50;

/**
 * The colleagues who can become owner of a deal, but for those with the ids `except`: all of them,
 * or where they are many those with the parameter `find` in their name or email.
 */
export async function ownerChoices(params: URLSearchParams, except: string[]) {
  const search = params.get('find')?.trim() ?? '';
  const possible = and(
    eq(users.approvalStatus, 'approved'),
    isNull(users.disabledAt),
    notInArray(users.id, except),
  );
  const all = await readChoices(possible, MAX_CHOICES);
  if (!all.hasMore) return { ...all, search: undefined };
  if (!search) return { list: [], hasMore: true, search };
  const found = and(possible, contains(users.searchText, search));
  return { ...(await readChoices(found, MAX_FOUND)), search };
}
/** `search` is what is searched for; undefined where the list is complete. */
export type OwnerChoices = Awaited<ReturnType<typeof ownerChoices>>;

async function readChoices(where: SQL | undefined, most: number) {
  const rows = await db
    .select({ email: users.email, firstName: users.firstName, lastName: users.lastName })
    .from(users)
    .where(where)
    .orderBy(asc(users.sortName), asc(users.id))
    .limit(most + 1);
  const list = rows.slice(0, most).map((user) => ({ email: user.email, name: displayName(user) }));
  return { list, hasMore: rows.length > most };
}
