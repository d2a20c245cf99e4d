import { and, eq, isNotNull } from 'drizzle-orm';
import { db } from '#db/client';
import { preferences } from '#db/schema';
import { transaction } from '#db/transaction';
import type { Viewer } from '~/domain/access';
import type { Locale } from '~/domain/date/locale';
import { generateKey } from '~/domain/key.server';
import { getPreferences, updatePreferences } from '~/domain/user/preferences.server';
import { notFound } from '~/errors';
import { isMailConfigured } from './send.server';

/** Subscriptions to the review and to one's tasks by mail; a link in each mail ends them. */

const INVALID_LINK = 'This unsubscribe link is not valid.';

/** The mails that one can ask for, and since when they are wanted. */
const SUBSCRIBED_SINCE_COLUMNS = { review: 'reviewMailSince', tasks: 'taskMailSince' } as const;
export type Subscription = keyof typeof SUBSCRIBED_SINCE_COLUMNS;

/** What the account page says of the mails; undefined without a mail server. */
export async function getMailSettings(viewer: Viewer, locale: Locale) {
  if (!isMailConfigured) return undefined;
  const { reviewMailSince, taskMailSince, timeZone } = await getPreferences(viewer);
  const review = reviewMailSince !== null;
  const tasks = taskMailSince !== null;
  const zone = ((review || tasks) && timeZone) || locale.timeZone;
  return { review, tasks, email: viewer.email, timeZone: zone };
}
export type MailSettings = NonNullable<Awaited<ReturnType<typeof getMailSettings>>>;

/** Turns the mails on, in the browser's language and time zone, or off. */
export async function updateMailSettings(
  viewer: Viewer,
  { review, tasks }: Record<Subscription, boolean>,
  { language, timeZone }: Locale,
): Promise<void> {
  const { unsubscribeKey, reviewMailSince, taskMailSince } = await getPreferences(viewer);
  await updatePreferences(viewer, {
    reviewMailSince: review ? (reviewMailSince ?? new Date()) : null,
    taskMailSince: tasks ? (taskMailSince ?? new Date()) : null,
    unsubscribeKey: unsubscribeKey ?? generateKey(),
    language,
    timeZone,
  });
}

/** Which mails the address of a link in them ends. */
export function parseSubscription(params: URLSearchParams): Subscription {
  return params.get('mail') === 'tasks' ? 'tasks' : 'review';
}

/** Whether the mails with this key are still sent. Throws 404 for an unknown key. */
export async function isSubscribed(key: string, mail: Subscription): Promise<boolean> {
  const [row] = await db
    .select({ since: preferences[SUBSCRIBED_SINCE_COLUMNS[mail]] })
    .from(preferences)
    .where(eq(preferences.unsubscribeKey, key));
  if (!row) throw notFound(INVALID_LINK);
  return row.since !== null;
}

/** Ends the mails with this key; once more changes nothing. Throws 404 for an unknown key. */
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
