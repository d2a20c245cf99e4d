import { and, eq, isNotNull } from 'drizzle-orm';
import { db } from '#db/client';
import { preferences } from '#db/schema';
import { transaction } from '#db/transaction';
import { notFound } from '~/refusal';
import type { Viewer } from '~/models/access';
import type { Locale } from '~/models/dates';
import { newKey } from '~/models/key.server';
import { sendsMail } from '~/models/mail/send.server';
import { getPreferences, setPreferences } from '~/models/user/preferences.server';

/** Who gets the review by mail: by their own choice, which a link in each mail ends. */

const GONE = 'This link does not belong to any email of ours.';

/** What the account page says of the mails; undefined without a mail server. */
export async function reviewMailOf(viewer: Viewer, locale: Locale) {
  if (!sendsMail) return undefined;
  const { reviewMailSince, timeZone } = await getPreferences(viewer);
  const isOn = reviewMailSince !== null;
  return { isOn, email: viewer.email, timeZone: (isOn && timeZone) || locale.timeZone };
}

/** Turns the mails on, in the browser's language and time zone, or off. */
export async function chooseReviewMail(
  viewer: Viewer,
  isOn: boolean,
  { language, timeZone }: Locale,
): Promise<void> {
  const { unsubscribeKey, reviewMailSince } = await getPreferences(viewer);
  await setPreferences(viewer, {
    reviewMailSince: isOn ? (reviewMailSince ?? new Date()) : null,
    unsubscribeKey: unsubscribeKey ?? newKey(),
    language,
    timeZone,
  });
}

/** Whether the mails with this key are still sent. Throws 404 for an unknown key. */
export async function isSubscribed(key: string): Promise<boolean> {
  const [found] = await db
    .select({ since: preferences.reviewMailSince })
    .from(preferences)
    .where(eq(preferences.unsubscribeKey, key));
  if (!found) throw notFound(GONE);
  return found.since !== null;
}

/** Ends the mails with this key; once more changes nothing. Throws 404 for an unknown key. */
export async function unsubscribe(key: string): Promise<void> {
  if (!(await isSubscribed(key))) return;
  await transaction(async (tx) =>
    tx
      .update(preferences)
      .set({ reviewMailSince: null })
      .where(and(eq(preferences.unsubscribeKey, key), isNotNull(preferences.reviewMailSince))),
  );
}
