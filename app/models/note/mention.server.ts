import { and, asc, count, eq, inArray, ne, notInArray, sql } from 'drizzle-orm';
import { cachedUntilCommit } from '#db/cache';
import { db, type Db } from '#db/client';
import { databaseError } from '#db/errors';
import { changes, mentions, notes, type Pipeline, pipelines, users } from '#db/schema';
import { transaction, transactionIfIdle } from '#db/transaction';
import { isInCharge, type Viewer } from '~/models/access';
import { peopleOn, seesDealOf } from '~/models/member/store.server';
import { fullName, truncated } from '~/models/text';
import { personColumns } from '~/models/user/columns.server';
import { maySignIn } from '~/models/user/session.server';
import { visibleTo } from '~/models/visibility.server';
import {
  type FindMentions,
  type Mentionable,
  mentionFinder,
  nameFinder,
  namesToType,
} from './mentions';

/** Finds in texts who is mentioned of staff and these users, if they can log in. */
async function mentionsAmong(userIds: string[], from: Db): Promise<FindMentions> {
  const people: Mentionable[] = await from
    .select({ id: users.id, firstName: users.firstName, email: users.email })
    .from(users)
    .where(and(maySignIn, seesDealOf(userIds)));
  return mentionFinder(people);
}

/** A name after an '@' that told nobody: who has it sees no such deal, or several do. */
export interface Missed {
  name: string;
  isShared: boolean;
  /** The person with this name, if there is exactly one. */
  person?: { name: string; email: string };
}

/** Names of one note that are said to have told nobody. */
const MAX_MISSED = 10;

/** Where texts about a deal mention somebody, and which names told nobody. */
export async function mentionReader(pipelineId: number, texts: string[]) {
  if (!texts.some((text) => text.includes('@')))
    return () => ({ mentions: [], missed: [], moreMissed: 0 });
  const people = await colleagues(pipelineId);
  const inSight = nameFinder(people.filter(({ sees }) => sees));
  const outOfSight = nameFinder(people.filter(({ sees }) => !sees));
  const byId = new Map(people.map((person) => [person.id, person]));
  return (text: string) => {
    const named = inSight(text);
    const known = new Set(named.map(({ start }) => start));
    const unknown = outOfSight(text).filter(({ start }) => !known.has(start));
    const missed = new Map<string, Missed>();
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
      missed: [...missed.values()].slice(0, MAX_MISSED),
      moreMissed: Math.max(0, missed.size - MAX_MISSED),
    };
  };
}

const EMAIL = /[^\s@<>()",;:]{1,64}@[^\s@<>()",;:]{1,255}/g;

/**
 * Returns what takes the names of all accounts out of a text: those after an '@', and emails. Accounts
 * count whatever their state, those that were deleted and former names, too.
 */
export async function nameHider(): Promise<(text: string) => string> {
  const people = await cachedUntilCommit('names of accounts', readAllNames);
  const find = nameFinder(people);
  const emails = new Set(people.map(({ email }) => email.toLowerCase()));
  const withoutNames = (text: string) => {
    const named = find(text);
    const ends = [0, ...named.map(({ end }) => end)];
    return ends.map((end, n) => text.slice(end, named[n]?.start)).join('@colleague');
  };
  const withoutEmail = (typed: string) => {
    const email = typed.replace(/[.!?'’]+$/, '');
    return emails.has(email.toLowerCase()) ? `colleague${typed.slice(email.length)}` : typed;
  };
  return (text) => (text.includes('@') ? withoutNames(text).replace(EMAIL, withoutEmail) : text);
}

/** Every name and email that an account has or had; each spelling of a name is a first name. */
async function readAllNames(): Promise<Mentionable[]> {
  const { subject, subjectName, fields } = changes;
  const [present, recorded] = await Promise.all([
    db.select(personColumns).from(users),
    db
      .selectDistinct({
        email: subjectName,
        firstName: sql<string | null>`${fields} ->> '$.firstName'`,
        lastName: sql<string | null>`${fields} ->> '$.lastName'`,
        emails: sql<string | null>`${fields} ->> '$.email'`,
      })
      .from(changes)
      .where(eq(subject, 'account')),
  ]);
  const sides = (json: string | null) => (json ? (JSON.parse(json) as (string | null)[]) : [null]);
  const past = recorded.flatMap(({ email, firstName, lastName, emails }) =>
    [email, ...sides(emails)].flatMap((email) =>
      sides(firstName).flatMap((firstName) =>
        sides(lastName).map((lastName) => ({ email, firstName, lastName })),
      ),
    ),
  );
  return [...present, ...past].flatMap(({ email, firstName, lastName }) =>
    email
      ? [firstName, lastName, fullName(firstName, lastName), `${firstName} ${lastName}`].map(
          (name) => ({ id: '', firstName: name, email }),
        )
      : [],
  );
}

/** Users who can log in, in alphabetical order, and whether they see the deal. */
async function colleagues(pipelineId: number) {
  const { id, firstName, email, sortName } = users;
  const on = (await peopleOn([pipelineId], db)).get(pipelineId) ?? [];
  const sees = sql<boolean>`${seesDealOf(on)}`.mapWith(Boolean);
  return db
    .select({ id, firstName, email, sees })
    .from(users)
    .where(maySignIn)
    .orderBy(asc(sortName), asc(email));
}

/** What to type after '@' to tell each of those who see the deal. */
export async function mentionable(viewer: Viewer, pipelineId: number): Promise<string[]> {
  const people = (await colleagues(pipelineId)).filter(({ sees }) => sees);
  const names = namesToType(people);
  return names.filter((_, n) => people[n]!.id !== viewer.id);
}

/** A note that asks a deal's owner to let somebody see it; undefined for who can do it. */
export async function requestFor(
  viewer: Viewer,
  deal: Pick<Pipeline, 'userId'>,
  name: string,
): Promise<string | undefined> {
  if (!name || isInCharge(viewer, deal)) return undefined;
  const [owner] = await db
    .select({ email: users.email })
    .from(users)
    .where(eq(users.id, deal.userId));
  return owner && `@${owner.email} Could ${truncated(name, 200)} see this deal?`;
}

interface Named {
  id: number;
  pipelineId: number;
}

/** Stores whom new notes with this text mention, but not the viewer. */
export async function storeMentions(
  tx: Db,
  viewer: Viewer,
  added: Named[],
  text: string,
): Promise<void> {
  const people = await peopleOn(
    added.map(({ pipelineId }) => pipelineId),
    tx,
  );
  const userIdsByPeople = new Map<string, string[]>();
  for (const { id, pipelineId } of added) {
    const on = people.get(pipelineId) ?? [];
    const key = on.join();
    const userIds = userIdsByPeople.get(key) ?? othersIn(await mentionsAmong(on, tx), viewer, text);
    userIdsByPeople.set(key, userIds);
    await insertMentions(tx, id, userIds);
  }
}

/** Adds mentions of people who are named only now, and removes those no longer named. */
export async function changeMentions(
  tx: Db,
  viewer: Viewer,
  { id, pipelineId }: Named,
  [before, after]: [string, string],
): Promise<void> {
  if (![before, after].some((text) => text.includes('@'))) return;
  const on = (await peopleOn([pipelineId], tx)).get(pipelineId) ?? [];
  const find = await mentionsAmong(on, tx);
  const earlier = othersIn(find, viewer, before);
  const userIds = othersIn(find, viewer, after);
  await tx
    .delete(mentions)
    .where(and(eq(mentions.noteId, id), notInArray(mentions.userId, userIds)));
  await insertMentions(
    tx,
    id,
    userIds.filter((userId) => !earlier.includes(userId)),
  );
}

function othersIn(find: FindMentions, viewer: Viewer, text: string): string[] {
  const named = new Set(find(text).map(({ userId }) => userId));
  named.delete(viewer.id);
  return [...named];
}

async function insertMentions(tx: Db, noteId: number, userIds: string[]): Promise<void> {
  if (!userIds.length) return;
  const rows = userIds.map((userId) => ({ userId, noteId }));
  await tx.insert(mentions).values(rows).onConflictDoNothing();
}

/** How many notes mention the viewer; without those of a deal that is being opened. */
export async function countMentions(viewer: Viewer, opened = 0): Promise<number> {
  const [row] = await db
    .select({ notes: count() })
    .from(mentions)
    .innerJoin(notes, eq(notes.id, mentions.noteId))
    .innerJoin(pipelines, eq(pipelines.id, notes.pipelineId))
    .where(and(eq(mentions.userId, viewer.id), ne(pipelines.id, opened), visibleTo(viewer)));
  return row?.notes ?? 0;
}

/**
 * The viewer has opened the deal's page, so that its notes mention them no longer: for GET alone,
 * not for HEAD. While something else is being written, it is done after that; it never fails.
 */
export async function openMentions(viewer: Viewer, pipelineId: number): Promise<void> {
  const mine = db
    .select({ id: mentions.noteId })
    .from(mentions)
    .innerJoin(notes, eq(notes.id, mentions.noteId))
    .where(and(eq(mentions.userId, viewer.id), eq(notes.pipelineId, pipelineId)));
  const ids = (await mine).map(({ id }) => id);
  if (!ids.length) return;
  const open = async (tx: Db) =>
    tx.delete(mentions).where(and(eq(mentions.userId, viewer.id), inArray(mentions.noteId, ids)));
  try {
    await transactionIfIdle(open);
  } catch (error) {
    if (!databaseError(error)) throw error;
    // The next opening does it if this fails, too.
    void transaction(open).catch(() => undefined);
  }
}
