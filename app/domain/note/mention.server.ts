import { asc, eq, sql } from 'drizzle-orm';
import { type Db, db } from '#db/client';
import { type Deal, users } from '#db/schema';
import { canManageDeal, type Viewer } from '~/domain/access';
import { hasDealAccess, listDealPeople } from '~/domain/collaborator/access.server';
import { canSignIn } from '~/domain/session/viewer.server';
import { truncate } from '~/domain/text/text';
import { createMentionFinder, createNameFinder, listNamesToType } from './find-mentions';

/** A name after '@' that notified nobody: its owner does not see the deal, or several people share it. */
interface UnmatchedMention {
  name: string;
  isShared: boolean;
  person?: { name: string; email: string };
}

interface ParsedMentions {
  mentions: [start: number, end: number][];
  unmatched: UnmatchedMention[];
  moreUnmatched: number;
}

const MAX_UNMATCHED_MENTIONS = 10;

export async function createMentionParser(
  dealId: number,
  texts: string[],
): Promise<(text: string) => ParsedMentions> {
  if (!texts.some((text) => text.includes('@')))
    return () => ({ mentions: [], unmatched: [], moreUnmatched: 0 });
  const people = await listUsersWithDealAccess(dealId);
  const findWithAccess = createNameFinder(people.filter(({ sees }) => sees));
  const findWithoutAccess = createNameFinder(people.filter(({ sees }) => !sees));
  const byId = new Map(people.map((person) => [person.id, person]));
  return (text: string) => {
    const named = findWithAccess(text);
    const known = new Set(named.map(({ start }) => start));
    const unknown = findWithoutAccess(text).filter(({ start }) => !known.has(start));
    const unmatched = new Map<string, UnmatchedMention>();
    for (const { start, end, userId } of [...named, ...unknown]) {
      const name = text.slice(start + 1, end);
      const user = byId.get(userId ?? '');
      const person = user && { name: user.firstName ?? user.email, email: user.email };
      if (!known.has(start)) unmatched.set(name, { name, isShared: false, person });
      else if (!userId) unmatched.set(name, { name, isShared: true });
    }
    const mentions = named.filter(({ userId }) => userId);
    return {
      mentions: mentions.map(({ start, end }): [number, number] => [start, end]),
      unmatched: [...unmatched.values()].slice(0, MAX_UNMATCHED_MENTIONS),
      moreUnmatched: Math.max(0, unmatched.size - MAX_UNMATCHED_MENTIONS),
    };
  };
}

async function listUsersWithDealAccess(dealId: number, tx: Db = db) {
  const { id, firstName, email, sortName } = users;
  const on = (await listDealPeople([dealId], tx)).get(dealId) ?? [];
  const sees = sql<boolean>`${hasDealAccess(on)}`.mapWith(Boolean);
  return tx
    .select({ id, firstName, email, sees })
    .from(users)
    .where(canSignIn)
    .orderBy(asc(sortName), asc(email));
}

const MAX_ADDABLE_NAMES = 500;

export async function listMentionNames(
  viewer: Viewer,
  deal: Pick<Deal, 'id' | 'userId'>,
): Promise<{ mentionable: string[]; addable: string[] }> {
  const people = await listUsersWithDealAccess(deal.id);
  const withAccess = people.filter(({ sees }) => sees);
  const mentionable = listNamesToType(withAccess).filter((_, n) => withAccess[n]!.id !== viewer.id);
  if (!canManageDeal(viewer, deal)) return { mentionable, addable: [] };
  const names = listNamesToType(people);
  const addable = names.filter((_, n) => !people[n]!.sees);
  return { mentionable, addable: addable.slice(0, MAX_ADDABLE_NAMES) };
}

export async function listMentionedWithoutAccess(
  tx: Db,
  dealId: number,
  text: string,
): Promise<string[]> {
  const people = await listUsersWithDealAccess(dealId, tx);
  const findWithAccess = createNameFinder(people.filter(({ sees }) => sees));
  const known = new Set(findWithAccess(text).map(({ start }) => start));
  const others = createMentionFinder(people.filter(({ sees }) => !sees))(text);
  return [...new Set(others.filter(({ start }) => !known.has(start)).map(({ userId }) => userId))];
}

/** Writes a note that asks the owner to give somebody access; undefined if the viewer can do it. */
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
