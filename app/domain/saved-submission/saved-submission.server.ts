import { and, desc, eq, gt, lt, notInArray, or } from 'drizzle-orm';
import { db } from '#db/client';
import { savedSubmissions, users } from '#db/schema';
import { transaction } from '#db/transaction';
import type { Viewer } from '~/domain/access';
import { DAY_MS } from '~/domain/date/calendar-day';
import { getDeletionTime } from '~/domain/history/deletion-time.server';
import { generateKey, hashKey } from '~/domain/key.server';

/** Forms posted after the session ended, kept for one user (rules 12.13 and 12.14). */

const SUBMISSION_TTL_MS = DAY_MS;
const MAX_SUBMISSIONS_PER_USER = 5;

interface SavedSubmission {
  path: string;
  fields: [name: string, value: string][];
}

export async function saveSubmission(
  userId: string,
  submission: SavedSubmission,
): Promise<string | undefined> {
  const key = generateKey();
  return transaction(async (tx) => {
    if (!(await tx.$count(users, eq(users.id, userId)))) return undefined;
    const belongsToUser = eq(savedSubmissions.userId, userId);
    const newest = tx
      .select({ id: savedSubmissions.id })
      .from(savedSubmissions)
      .where(belongsToUser)
      .orderBy(desc(savedSubmissions.id))
      .limit(MAX_SUBMISSIONS_PER_USER - 1);
    const isOver = lt(savedSubmissions.expire, await getDeletionTime(tx));
    await tx
      .delete(savedSubmissions)
      .where(or(isOver, and(belongsToUser, notInArray(savedSubmissions.id, newest))));
    await tx.insert(savedSubmissions).values({
      key: hashKey(key),
      userId,
      path: submission.path,
      form: JSON.stringify(submission.fields),
      expire: new Date(Date.now() + SUBMISSION_TTL_MS),
    });
    return key;
  });
}

const hasKey = ({ id }: Pick<Viewer, 'id'>, key: string) =>
  and(eq(savedSubmissions.userId, id), eq(savedSubmissions.key, hashKey(key)));

export async function findSavedSubmission(
  viewer: Pick<Viewer, 'id'>,
  key: string,
): Promise<SavedSubmission | undefined> {
  const row = await db.query.savedSubmissions.findFirst({
    where: and(hasKey(viewer, key), gt(savedSubmissions.expire, new Date())),
  });
  return row && { path: row.path, fields: JSON.parse(row.form) as SavedSubmission['fields'] };
}

export async function deleteSavedSubmission(viewer: Viewer, key: string): Promise<void> {
  await transaction(async (tx) => tx.delete(savedSubmissions).where(hasKey(viewer, key)));
}
