import { and, eq, notInArray } from 'drizzle-orm';
import type { Db } from '#db/client';
import { mentions, type Note, users } from '#db/schema';
import type { Viewer } from '~/domain/access';
import { hasDealAccess, listDealPeople } from '~/domain/collaborator/access.server';
import { canSignIn } from '~/domain/session/viewer.server';
import { createMentionFinder, type FindMentions, type Mentionable } from './find-mentions';

async function loadMentionFinder(userIds: string[], tx: Db): Promise<FindMentions> {
  const people: Mentionable[] = await tx
    .select({ id: users.id, firstName: users.firstName, email: users.email })
    .from(users)
    .where(and(canSignIn, hasDealAccess(userIds)));
  return createMentionFinder(people);
}

interface NoteReference {
  id: number;
  dealId: number;
}

export async function addMentions(
  tx: Db,
  viewer: Viewer,
  added: NoteReference[],
  text: string,
): Promise<void> {
  const people = await listDealPeople(
    added.map(({ dealId }) => dealId),
    tx,
  );
  const userIdsByPeople = new Map<string, string[]>();
  for (const { id, dealId } of added) {
    const on = people.get(dealId) ?? [];
    const key = on.join();
    const userIds =
      userIdsByPeople.get(key) ?? findOtherMentions(await loadMentionFinder(on, tx), viewer, text);
    userIdsByPeople.set(key, userIds);
    await insertMentions(tx, id, userIds);
  }
}

export async function updateMentions(
  tx: Db,
  viewer: Viewer,
  { id, dealId }: NoteReference,
  [before, after]: [string, string],
): Promise<void> {
  if (![before, after].some((text) => text.includes('@'))) return;
  const on = (await listDealPeople([dealId], tx)).get(dealId) ?? [];
  const find = await loadMentionFinder(on, tx);
  const earlier = findOtherMentions(find, viewer, before);
  const userIds = findOtherMentions(find, viewer, after);
  await tx
    .delete(mentions)
    .where(and(eq(mentions.noteId, id), notInArray(mentions.userId, userIds)));
  await insertMentions(
    tx,
    id,
    userIds.filter((userId) => !earlier.includes(userId)),
  );
}

/** Tells a colleague of a note that mentions them, now that they can see its deal. */
export async function addMentionForColleague(
  tx: Db,
  userId: string,
  { id, dealId, authorId, text }: Note,
): Promise<void> {
  const people = (await listDealPeople([dealId], tx)).get(dealId) ?? [];
  const findMentions = await loadMentionFinder(people, tx);
  const isMentioned = findMentions(text).some((mention) => mention.userId === userId);
  if (isMentioned && userId !== authorId) await insertMentions(tx, id, [userId]);
}

function findOtherMentions(find: FindMentions, viewer: Viewer, text: string): string[] {
  const named = new Set(find(text).map(({ userId }) => userId));
  named.delete(viewer.id);
  return [...named];
}

async function insertMentions(tx: Db, noteId: number, userIds: string[]): Promise<void> {
  if (!userIds.length) return;
  const rows = userIds.map((userId) => ({ userId, noteId }));
  await tx.insert(mentions).values(rows).onConflictDoNothing();
}
