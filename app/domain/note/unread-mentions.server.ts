import { and, count, desc, eq, inArray, ne } from 'drizzle-orm';
import { cacheUntilCommit } from '#db/cache';
import { type Db, db } from '#db/client';
import { toDatabaseError } from '#db/errors';
import { deals, mentions, notes } from '#db/schema';
import { transaction, transactionIfIdle } from '#db/transaction';
import type { Viewer } from '~/domain/access';
import { getVisibilityKey, visibleTo } from '~/domain/visibility.server';
import { createExcerpt } from './excerpt';
import { createMentionFinder } from './find-mentions';
import { listNoteExcerpts } from './list.server';

export function countUnreadMentions(viewer: Viewer, exceptDealId = 0): Promise<number> {
  const key = `unread ${viewer.id} ${getVisibilityKey(viewer)} ${exceptDealId}`;
  return cacheUntilCommit(key, () => queryUnreadMentions(viewer, exceptDealId));
}

async function queryUnreadMentions(viewer: Viewer, exceptDealId: number): Promise<number> {
  const [row] = await db
    .select({ notes: count() })
    .from(mentions)
    .innerJoin(notes, eq(notes.id, mentions.noteId))
    .innerJoin(deals, eq(deals.id, notes.dealId))
    .where(and(eq(mentions.userId, viewer.id), ne(deals.id, exceptDealId), visibleTo(viewer)));
  return row?.notes ?? 0;
}

/** Call on GET only, not on HEAD. Runs later if another write is in progress, and never fails. */
export async function markMentionsAsRead(viewer: Viewer, dealId: number): Promise<void> {
  const mine = db
    .select({ id: mentions.noteId })
    .from(mentions)
    .innerJoin(notes, eq(notes.id, mentions.noteId))
    .where(and(eq(mentions.userId, viewer.id), eq(notes.dealId, dealId)));
  const ids = (await mine).map(({ id }) => id);
  if (!ids.length) return;
  const markAsRead = async (tx: Db) =>
    tx.delete(mentions).where(and(eq(mentions.userId, viewer.id), inArray(mentions.noteId, ids)));
  try {
    await transactionIfIdle(markAsRead);
  } catch (error) {
    if (!toDatabaseError(error)) throw error;
    // The next visit tries again if this fails, too.
    void transaction(markAsRead).catch(() => undefined);
  }
}

export async function listUnreadMentions(viewer: Viewer, limit: number) {
  const rows = await db
    .select({ id: mentions.noteId })
    .from(mentions)
    .innerJoin(notes, eq(notes.id, mentions.noteId))
    .innerJoin(deals, eq(deals.id, notes.dealId))
    .where(and(eq(mentions.userId, viewer.id), visibleTo(viewer)))
    .orderBy(desc(mentions.noteId))
    .limit(limit);
  const ids = rows.map(({ id }) => id);
  const find = createMentionFinder([viewer]);
  return listNoteExcerpts(viewer, ids, (text) => {
    const [mention] = find(text);
    return createExcerpt(text, mention?.start ?? 0, mention?.end ?? 0);
  });
}
