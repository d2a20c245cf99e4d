import { and, eq, isNotNull } from 'drizzle-orm';
import { db } from '#db/client';
import { preferences } from '#db/schema';
import { transaction } from '#db/transaction';
import { notFound } from '~/refusal';
import type { Viewer } from '~/models/access';
import type { Locale } from '~/models/dates';
import { newKey } from '~/models/key.server';
import { sendsMail } from '~/models/mail/mail.server';
import { getPreferences, setPreferences } from '~/models/user/preferences.server';

/** Subscriptions to the review and to one's tasks by mail; a link in each mail ends them. */

const GONE = 'This unsubscribe link is not valid.';

/** The mails that one can ask for, and since when they are wanted. */
const SINCE = { review: 'reviewMailSince', tasks: 'taskMailSince' } as const;
export type Subscription = keyof typeof SINCE;

/** What the account page says of the mails; undefined without a mail server. */
export async function mailsOf(viewer: Viewer, locale: Locale) {
  if (!sendsMail) return undefined;
  const { reviewMailSince, taskMailSince, timeZone } = await getPreferences(viewer);
  const review = reviewMailSince !== null;
  const tasks = taskMailSince !== null;
  const zone = ((review || tasks) && timeZone) || locale.timeZone;
  return { review, tasks, email: viewer.email, timeZone: zone };
}
export type Mails = NonNullable<Awaited<ReturnType<typeof mailsOf>>>;

/** Turns the mails on, in the browser's language and time zone, or off. */
export async function chooseMails(
  viewer: Viewer,
  { review, tasks }: Record<Subscription, boolean>,
  { language, timeZone }: Locale,
): Promise<void> {
  const { unsubscribeKey, reviewMailSince, taskMailSince } = await getPreferences(viewer);
  await setPreferences(viewer, {
    reviewMailSince: review ? (reviewMailSince ?? new Date()) : null,
    taskMailSince: tasks ? (taskMailSince ?? new Date()) : null,
    unsubscribeKey: unsubscribeKey ?? newKey(),
    language,
    timeZone,
  });
}

/** Which mails the address of a link in them ends. */
export function readSubscription(params: URLSearchParams): Subscription {
  return params.get('mail') === 'tasks' ? 'tasks' : 'review';
}

/** Whether the mails with this key are still sent. Throws 404 for an unknown key. */
export async function isSubscribed(key: string, mail: Subscription): Promise<boolean> {
  const [row] = await db
    .select({ since: preferences[SINCE[mail]] })
    .from(preferences)
    .where(eq(preferences.unsubscribeKey, key));
  if (!row) throw notFound(GONE);
  return row.since !== null;
}

/** Ends the mails with this key; once more changes nothing. Throws 404 for an unknown key. */
export async function unsubscribe(key: string, mail: Subscription): Promise<void> {
  if (!(await isSubscribed(key, mail))) return;
  const since = SINCE[mail];
  await transaction(async (tx) =>
    tx
      .update(preferences)
      .set({ [since]: null })
      .where(and(eq(preferences.unsubscribeKey, key), isNotNull(preferences[since]))),
  );
}
