import { eq } from 'drizzle-orm';
import { cacheUntilCommit } from '#db/cache';
import { type Db, db } from '#db/client';
import { preferences, users } from '#db/schema';
import { transaction } from '#db/transaction';
import type { Viewer } from '~/domain/access';
import { unauthorized } from '~/errors';

export type Preferences = Omit<typeof preferences.$inferSelect, 'userId'>;

const DEFAULT_PREFERENCES: Preferences = {
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

export async function getPreferences(viewer: Viewer): Promise<Preferences> {
  return cacheUntilCommit(`preferences ${viewer.id}`, async () => {
    const [row] = await db.select().from(preferences).where(eq(preferences.userId, viewer.id));
    if (!row) return DEFAULT_PREFERENCES;
    const { userId: _, ...chosen } = row;
    return chosen;
  });
}

export async function updatePreferences(
  viewer: Viewer,
  changes: Partial<Preferences>,
): Promise<void> {
  await transaction((tx) => savePreferences(tx, viewer, changes));
}

export async function savePreferences(
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
