import { and, desc, eq, gt, lt, notInArray, or } from 'drizzle-orm';
import { db } from '#db/client';
import { drafts, users } from '#db/schema';
import { transaction } from '#db/transaction';
import type { Viewer } from '~/models/access';
import { hashKey } from '~/models/key.server';

/** Forms that were sent after the session had ended: 24 hours, for one account in one browser. */

/** How long a form is kept, in seconds. */
export const DRAFT_SECONDS = 24 * 60 * 60;
/** The most that are kept for one account; the oldest goes first. */
const MOST = 5;

interface Draft {
  path: string;
  /** URL-encoded. */
  form: string;
}

/**
 * Keeps a form; the same one sent twice is kept once. Returns false when the account is not there
 * any more.
 */
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

/** What is kept for the viewer in the browser that holds the key, the oldest first. */
export async function listDrafts(
  viewer: Pick<Viewer, 'id'>,
  key: string,
): Promise<(Draft & { id: number })[]> {
  return db
    .select({ id: drafts.id, path: drafts.path, form: drafts.form })
    .from(drafts)
    .where(
      and(
        eq(drafts.userId, viewer.id),
        eq(drafts.key, hashKey(key)),
        gt(drafts.expire, new Date()),
      ),
    )
    .orderBy(drafts.id);
}

/**
 * Forgets one of the viewer's kept forms: it was sent by now, or is not wanted. Returns false when
 * it is none of theirs.
 */
export async function deleteDraft(viewer: Viewer, id: number): Promise<boolean> {
  const deleted = await transaction(async (tx) =>
    tx
      .delete(drafts)
      .where(and(eq(drafts.userId, viewer.id), eq(drafts.id, id)))
      .returning({ id: drafts.id }),
  );
  return deleted.length > 0;
}
