import { and, eq, isNotNull } from 'drizzle-orm';
import { db } from '#db/client';
import { preferences } from '#db/schema';
import { transaction } from '#db/transaction';
import type { Viewer } from '~/domain/access';
import { generateKey } from '~/domain/key.server';
import { isMailConfigured } from '~/domain/mail/send.server';
import { getPreferences, updatePreferences } from '~/domain/user/preferences.server';
import { notFound } from '~/errors';

const INVALID_LINK = 'This unsubscribe link is not valid.';

const SUBSCRIBED_SINCE_COLUMNS = { review: 'reviewMailSince', tasks: 'taskMailSince' } as const;
export type Subscription = keyof typeof SUBSCRIBED_SINCE_COLUMNS;

export async function getMailSettings(viewer: Viewer, currentTimeZone: string) {
  if (!isMailConfigured) return undefined;
  const { reviewMailSince, taskMailSince, timeZone } = await getPreferences(viewer);
  const review = reviewMailSince !== null;
  const tasks = taskMailSince !== null;
  const zone = ((review || tasks) && timeZone) || currentTimeZone;
  const otherTimeZone = zone === currentTimeZone ? undefined : currentTimeZone;
  return { review, tasks, email: viewer.email, timeZone: zone, otherTimeZone };
}
export type MailSettings = NonNullable<Awaited<ReturnType<typeof getMailSettings>>>;

export interface MailChanges extends Record<Subscription, boolean> {
  /** Replaces the time zone of mails that are sent already. */
  replacesTimeZone?: boolean;
}

export async function updateMailSettings(
  viewer: Viewer,
  { review, tasks, replacesTimeZone = false }: MailChanges,
  { language, timeZone: currentTimeZone }: { language: string; timeZone: string },
): Promise<void> {
  const stored = await getPreferences(viewer);
  const { unsubscribeKey, reviewMailSince, taskMailSince } = stored;
  const isSubscribed = reviewMailSince !== null || taskMailSince !== null;
  const keptTimeZone = isSubscribed && !replacesTimeZone ? stored.timeZone : null;
  const timeZone = keptTimeZone ?? currentTimeZone;
  await updatePreferences(viewer, {
    reviewMailSince: review ? (reviewMailSince ?? new Date()) : null,
    taskMailSince: tasks ? (taskMailSince ?? new Date()) : null,
    unsubscribeKey: unsubscribeKey ?? generateKey(),
    language,
    timeZone,
  });
}

/** Parses the `mail` parameter of an unsubscribe link; old links have none. */
export function parseSubscription(input: string | null): Subscription {
  return input === 'tasks' ? 'tasks' : 'review';
}

export async function isSubscribed(key: string, mail: Subscription): Promise<boolean> {
  const [row] = await db
    .select({ since: preferences[SUBSCRIBED_SINCE_COLUMNS[mail]] })
    .from(preferences)
    .where(eq(preferences.unsubscribeKey, key));
  if (!row) throw notFound(INVALID_LINK);
  return row.since !== null;
}

export async function unsubscribe(key: string, mail: Subscription): Promise<void> {
  if (!(await isSubscribed(key, mail))) return;
  const since = SUBSCRIBED_SINCE_COLUMNS[mail];
  await transaction(async (tx) =>
    tx
      .update(preferences)
      .set({ [since]: null })
      .where(and(eq(preferences.unsubscribeKey, key), isNotNull(preferences[since]))),
  );
}
