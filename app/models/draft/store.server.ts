import { createHash } from 'node:crypto';
import { and, desc, eq, gt, lt, notInArray, or } from 'drizzle-orm';
import { db } from '#db/client';
import { keptForms, users } from '#db/schema';
import { transaction } from '#db/transaction';
import type { Viewer } from '~/models/access';

/** Forms that were sent after the session had ended: 24 hours, for one account in one browser. */

/** How long a form is kept, in seconds. */
export const KEPT_SECONDS = 24 * 60 * 60;
/** The most that are kept for one account; the oldest goes first. */
const MOST = 5;

interface KeptForm {
  path: string;
  /** URL-encoded. */
  form: string;
}

function hashed(key: string): string {
  return createHash('sha256').update(key).digest('hex');
}

/** Keeps a form; the same one sent twice is kept once. Returns false when the account is not there any more. */
export async function keepForm(
  userId: string,
  key: string,
  { path, form }: KeptForm,
): Promise<boolean> {
  return transaction(async (tx) => {
    if (!(await tx.$count(users, eq(users.id, userId)))) return false;
    const same = and(
      eq(keptForms.userId, userId),
      eq(keptForms.path, path),
      eq(keptForms.form, form),
    );
    await tx.delete(keptForms).where(or(same, lt(keptForms.expire, new Date())));
    const newest = tx
      .select({ id: keptForms.id })
      .from(keptForms)
      .where(eq(keptForms.userId, userId))
      .orderBy(desc(keptForms.id))
      .limit(MOST - 1);
    await tx
      .delete(keptForms)
      .where(and(eq(keptForms.userId, userId), notInArray(keptForms.id, newest)));
    await tx.insert(keptForms).values({
      key: hashed(key),
      userId,
      path,
      form,
      expire: new Date(Date.now() + KEPT_SECONDS * 1000),
    });
    return true;
  });
}

/** What is kept for the viewer in the browser that holds the key, the oldest first. */
export async function listKeptForms(
  viewer: Pick<Viewer, 'id'>,
  key: string,
): Promise<(KeptForm & { id: number })[]> {
  return db
    .select({ id: keptForms.id, path: keptForms.path, form: keptForms.form })
    .from(keptForms)
    .where(
      and(
        eq(keptForms.userId, viewer.id),
        eq(keptForms.key, hashed(key)),
        gt(keptForms.expire, new Date()),
      ),
    )
    .orderBy(keptForms.id);
}

/** Forgets one of the viewer's kept forms: it was sent by now, or is not wanted. Returns false when it is none of theirs. */
export async function deleteKeptForm(viewer: Viewer, id: number): Promise<boolean> {
  const deleted = await transaction(async (tx) =>
    tx
      .delete(keptForms)
      .where(and(eq(keptForms.userId, viewer.id), eq(keptForms.id, id)))
      .returning({ id: keptForms.id }),
  );
  return deleted.length > 0;
}
