import { and, eq, isNull } from 'drizzle-orm';
import { cachedUntilCommit } from '#db/cache';
import { db, type Db } from '#db/client';
import { preferences, users } from '#db/schema';
import { transaction } from '#db/transaction';
import { forbidden, unauthorized } from '~/refusal';
import { isAdmin, type Viewer } from '~/models/access';

/** What a user has chosen for themselves, whatever browser they use. */
export type Preferences = Omit<typeof preferences.$inferSelect, 'userId'>;

const NOTHING_CHOSEN: Preferences = {
  startViewId: null,
  columns: null,
  reviewMailSince: null,
  unsubscribeKey: null,
  reviewMailedAt: null,
  taskMailSince: null,
  taskMailedAt: null,
  timeZone: null,
  language: null,
};

/** Null for what the viewer has not chosen. */
export async function getPreferences(viewer: Viewer): Promise<Preferences> {
  return cachedUntilCommit(`preferences ${viewer.id}`, async () => {
    const [row] = await db.select().from(preferences).where(eq(preferences.userId, viewer.id));
    if (!row) return NOTHING_CHOSEN;
    const { userId: _, ...chosen } = row;
    return chosen;
  });
}

/** Stores the given choices and leaves the others. Throws 401 if the viewer has been deleted. */
export async function setPreferences(viewer: Viewer, changes: Partial<Preferences>): Promise<void> {
  await transaction((tx) => storePreferences(tx, viewer, changes));
}

/** The same within a transaction. */
export async function storePreferences(
  tx: Db,
  viewer: Viewer,
  changes: Partial<Preferences>,
): Promise<void> {
  if (!(await tx.$count(users, eq(users.id, viewer.id)))) throw unauthorized();
  const row = { userId: viewer.id, ...changes };
  await tx
    .insert(preferences)
    .values(row)
    .onConflictDoUpdate({ target: preferences.userId, set: row });
}

/** Whether the viewer is an admin who has not dismissed the list of first steps. */
export async function wantsFirstSteps(viewer: Viewer): Promise<boolean> {
  if (!isAdmin(viewer)) return false;
  return Boolean(await db.$count(users, isOpenFor(viewer)));
}

/** Throws 403 unless the viewer is an admin. */
export async function dismissFirstSteps(viewer: Viewer): Promise<void> {
  if (!isAdmin(viewer)) throw forbidden('Admin access required.');
  await transaction(async (tx) => {
    await tx.update(users).set({ stepsDismissedAt: new Date() }).where(isOpenFor(viewer));
  });
}

function isOpenFor({ id }: Viewer) {
  return and(eq(users.id, id), isNull(users.stepsDismissedAt));
}
