import { and, desc, eq, gt, lt, notInArray, or } from 'drizzle-orm';
import { db } from '#db/client';
import { drafts, users } from '#db/schema';
import { transaction } from '#db/transaction';
import type { Viewer } from '~/models/access';
import { hashKey } from '~/models/key.server';

/** Forms sent after the session had ended, kept 24 hours for one user in one browser. */

export const DRAFT_SECONDS = 24 * 60 * 60;
/** Drafts per user; a further one replaces the oldest. */
const MOST = 5;

interface Draft {
  path: string;
  form: string;
}

/** Stores a form, once if it is sent twice. Returns false if the user is gone. */
export async function saveDraft(
  userId: string,
  key: string,
  { path, form }: Draft,
): Promise<boolean> {
  return transaction(async (tx) => {
    if (!(await tx.$count(users, eq(users.id, userId)))) return false;
    const same = and(eq(drafts.userId, userId), eq(drafts.path, path), eq(drafts.form, form));
    await tx.delete(drafts).where(or(same, lt(drafts.expire, new Date())));
    const newest = tx
      .select({ id: drafts.id })
      .from(drafts)
      .where(eq(drafts.userId, userId))
      .orderBy(desc(drafts.id))
      .limit(MOST - 1);
    await tx.delete(drafts).where(and(eq(drafts.userId, userId), notInArray(drafts.id, newest)));
    await tx.insert(drafts).values({
      key: hashKey(key),
      userId,
      path,
      form,
      expire: new Date(Date.now() + DRAFT_SECONDS * 1000),
    });
    return true;
  });
}

/** The viewer's drafts in the browser that has the key, oldest first. */
export async function listDrafts(
  viewer: Pick<Viewer, 'id'>,
  key: string,
): Promise<(Draft & { id: number; sentAt: Date })[]> {
  const kept = await db
    .select({ id: drafts.id, path: drafts.path, form: drafts.form, expire: drafts.expire })
    .from(drafts)
    .where(
      and(
        eq(drafts.userId, viewer.id),
        eq(drafts.key, hashKey(key)),
        gt(drafts.expire, new Date()),
      ),
    )
    .orderBy(drafts.id);
  return kept.map(({ expire, ...draft }) => ({
    ...draft,
    sentAt: new Date(expire.getTime() - DRAFT_SECONDS * 1000),
  }));
}

export async function deleteDraft(viewer: Viewer, id: number): Promise<boolean> {
  const deleted = await transaction(async (tx) =>
    tx
      .delete(drafts)
      .where(and(eq(drafts.userId, viewer.id), eq(drafts.id, id)))
      .returning({ id: drafts.id }),
  );
  return deleted.length > 0;
}
