import { asc, eq, sql } from 'drizzle-orm';
import { db } from '#db/client';
import { type Deal, users } from '#db/schema';
import { canManageDeal, type Viewer } from '~/domain/access';
import { hasDealAccess, listDealPeople } from '~/domain/collaborator/access.server';
import { canSignIn } from '~/domain/session/viewer.server';
import { truncate } from '~/domain/text/text';
import { createNameFinder, listNamesToType } from './find-mentions';

/** A name after an '@' that told nobody: who has it sees no such deal, or several do. */
export interface UnmatchedMention {
  name: string;
  isShared: boolean;
  /** The person with this name, if there is exactly one. */
  person?: { name: string; email: string };
}

/** Names of one note that are said to have told nobody. */
const MAX_UNMATCHED_MENTIONS = 10;

/** Where texts about a deal mention somebody, and which names told nobody. */
export async function createMentionParser(dealId: number, texts: string[]) {
  if (!texts.some((text) => text.includes('@')))
    return () => ({ mentions: [], missed: [], moreMissed: 0 });
  const people = await listUsersWithDealAccess(dealId);
  const findWithAccess = createNameFinder(people.filter(({ sees }) => sees));
  const findWithoutAccess = createNameFinder(people.filter(({ sees }) => !sees));
  const byId = new Map(people.map((person) => [person.id, person]));
  return (text: string) => {
    const named = findWithAccess(text);
    const known = new Set(named.map(({ start }) => start));
    const unknown = findWithoutAccess(text).filter(({ start }) => !known.has(start));
    const missed = new Map<string, UnmatchedMention>();
    for (const { start, end, userId } of [...named, ...unknown]) {
      const name = text.slice(start + 1, end);
      const user = byId.get(userId ?? '');
      const person = user && { name: user.firstName ?? user.email, email: user.email };
      if (!known.has(start)) missed.set(name, { name, isShared: false, person });
      else if (!userId) missed.set(name, { name, isShared: true });
    }
    const mentions = named.filter(({ userId }) => userId);
    return {
      mentions: mentions.map(({ start, end }): [number, number] => [start, end]),
      missed: [...missed.values()].slice(0, MAX_UNMATCHED_MENTIONS),
      moreMissed: Math.max(0, missed.size - MAX_UNMATCHED_MENTIONS),
    };
  };
}

/** Users who can log in, in alphabetical order, and whether they see the deal. */
async function listUsersWithDealAccess(dealId: number) {
  const { id, firstName, email, sortName } = users;
  const on = (await listDealPeople([dealId], db)).get(dealId) ?? [];
  const sees = sql<boolean>`${hasDealAccess(on)}`.mapWith(Boolean);
  return db
    .select({ id, firstName, email, sees })
    .from(users)
    .where(canSignIn)
    .orderBy(asc(sortName), asc(email));
}

/** What to type after '@' to tell each of those who see the deal. */
export async function listMentionNames(viewer: Viewer, dealId: number): Promise<string[]> {
  const people = (await listUsersWithDealAccess(dealId)).filter(({ sees }) => sees);
  const names = listNamesToType(people);
  return names.filter((_, n) => people[n]!.id !== viewer.id);
}

/** A note that asks a deal's owner to let somebody see it; undefined for who can do it. */
export async function createAccessRequest(
  viewer: Viewer,
  deal: Pick<Deal, 'userId'>,
  name: string,
): Promise<string | undefined> {
  if (!name || canManageDeal(viewer, deal)) return undefined;
  const [owner] = await db
    .select({ email: users.email })
    .from(users)
    .where(eq(users.id, deal.userId));
  return owner && `@${owner.email} Could ${truncate(name, 200)} see this deal?`;
}
