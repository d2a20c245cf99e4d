import { and, desc, eq, gt, lt, notInArray, or } from 'drizzle-orm';
import { db } from '#db/client';
import { lateForms, users } from '#db/schema';
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
    const same = and(
      eq(lateForms.userId, userId),
      eq(lateForms.path, path),
      eq(lateForms.form, form),
    );
    await tx.delete(lateForms).where(or(same, lt(lateForms.expire, new Date())));
    const newest = tx
      .select({ id: lateForms.id })
      .from(lateForms)
      .where(eq(lateForms.userId, userId))
      .orderBy(desc(lateForms.id))
      .limit(MOST - 1);
    await tx
      .delete(lateForms)
      .where(and(eq(lateForms.userId, userId), notInArray(lateForms.id, newest)));
    await tx.insert(lateForms).values({
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
    .select({
      id: lateForms.id,
      path: lateForms.path,
      form: lateForms.form,
      expire: lateForms.expire,
    })
    .from(lateForms)
    .where(
      and(
        eq(lateForms.userId, viewer.id),
        eq(lateForms.key, hashKey(key)),
        gt(lateForms.expire, new Date()),
      ),
    )
    .orderBy(lateForms.id);
  return kept.map(({ expire, ...draft }) => ({
    ...draft,
    sentAt: new Date(expire.getTime() - DRAFT_SECONDS * 1000),
  }));
}

export async function deleteDraft(viewer: Viewer, id: number): Promise<boolean> {
  const deleted = await transaction(async (tx) =>
    tx
      .delete(lateForms)
      .where(and(eq(lateForms.userId, viewer.id), eq(lateForms.id, id)))
      .returning({ id: lateForms.id }),
  );
  return deleted.length > 0;
}
