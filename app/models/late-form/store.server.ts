import { and, desc, eq, gt, lt, notInArray, or } from 'drizzle-orm';
import { db } from '#db/client';
import { lateForms, users } from '#db/schema';
import { transaction } from '#db/transaction';
import type { Viewer } from '~/models/access';
import { hashKey, newKey } from '~/models/key.server';
import { deletionTime } from '~/models/history/clock.server';

/** Forms sent after the session had ended, kept 24 hours for one user (rules 12.13 and 12.14). */

const LIFETIME = 24 * 60 * 60 * 1000;
/** Forms kept for a user; a further one replaces the oldest. */
const MOST = 5;

interface LateForm {
  /** Where the form was sent to, with the query. */
  path: string;
  fields: [name: string, value: string][];
}

/** Returns the key that finds the form again; undefined if the user is gone. */
export async function saveLateForm(userId: string, form: LateForm): Promise<string | undefined> {
  const key = newKey();
  return transaction(async (tx) => {
    if (!(await tx.$count(users, eq(users.id, userId)))) return undefined;
    const ofUser = eq(lateForms.userId, userId);
    const newest = tx
      .select({ id: lateForms.id })
      .from(lateForms)
      .where(ofUser)
      .orderBy(desc(lateForms.id))
      .limit(MOST - 1);
    const isOver = lt(lateForms.expire, await deletionTime(tx));
    await tx.delete(lateForms).where(or(isOver, and(ofUser, notInArray(lateForms.id, newest))));
    await tx.insert(lateForms).values({
      key: hashKey(key),
      userId,
      path: form.path,
      form: JSON.stringify(form.fields),
      expire: new Date(Date.now() + LIFETIME),
    });
    return key;
  });
}

const withKey = ({ id }: Pick<Viewer, 'id'>, key: string) =>
  and(eq(lateForms.userId, id), eq(lateForms.key, hashKey(key)));

/** Undefined for a form that is another user's, saved since, or older than 24 hours. */
export async function findLateForm(
  viewer: Pick<Viewer, 'id'>,
  key: string,
): Promise<LateForm | undefined> {
  const row = await db.query.lateForms.findFirst({
    where: and(withKey(viewer, key), gt(lateForms.expire, new Date())),
  });
  return row && { path: row.path, fields: JSON.parse(row.form) as LateForm['fields'] };
}

export async function deleteLateForm(viewer: Viewer, key: string): Promise<void> {
  await transaction(async (tx) => tx.delete(lateForms).where(withKey(viewer, key)));
}
