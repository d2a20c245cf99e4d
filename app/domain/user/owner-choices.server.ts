import { and, notInArray, type SQL } from 'drizzle-orm';
import { db } from '#db/client';
import { users } from '#db/schema';
import { getDisplayName } from '~/domain/person/names';
import { columnContains } from '~/domain/search/search-texts.server';
import { canSignIn } from '~/domain/session/viewer.server';
import { ownerOrder } from './owners.server';

export const MAX_OWNER_CHOICES = 200;

const MAX_OWNER_SEARCH_RESULTS = 50;

/** Lists who can become owner of a deal, except these ids; searches by `input` where they are many (rule 2.14). */
export async function listOwnerChoices(input: string | null, exceptIds: string[]) {
  const search = input?.trim() ?? '';
  const possible = and(canSignIn, notInArray(users.id, exceptIds));
  const all = await queryOwnerChoices(possible, MAX_OWNER_CHOICES);
  if (!all.hasMore) return { ...all, search: undefined };
  if (!search) return { owners: [], hasMore: true, search };
  const matches = and(possible, columnContains(users.searchText, search));
  return { ...(await queryOwnerChoices(matches, MAX_OWNER_SEARCH_RESULTS)), search };
}

export type OwnerChoices = Awaited<ReturnType<typeof listOwnerChoices>>;

async function queryOwnerChoices(where: SQL | undefined, limit: number) {
  const rows = await db
    .select({ email: users.email, firstName: users.firstName, lastName: users.lastName })
    .from(users)
    .where(where)
    .orderBy(...ownerOrder)
    .limit(limit + 1);
  const owners = rows
    .slice(0, limit)
    .map((user) => ({ email: user.email, name: getDisplayName(user) }));
  return { owners, hasMore: rows.length > limit };
}
