import { and, eq, isNotNull, isNull, lt, or } from 'drizzle-orm';
import { db } from '#db/client';
import { preferences, users } from '#db/schema';
import { transaction } from '#db/transaction';
import { appUrl } from '~/env.server';
import { logError } from '~/log.server';
import { dayBounds, formatDay, localDay, type Locale, wallClock } from '~/models/dates';
import { deliverMail } from '~/models/mail/send.server';
import { mayBecomeOwner as mayLogIn } from '~/models/user/owners.server';
import { reviewMail } from './letter';
import { readReview } from '~/models/review/review.server';
import { factsOf } from './review.server';

/** The review by mail on Mondays at 7:00 in the time zone of its receiver. */

const HOUR = 7;
const DEALS = 5;
const MOST_TRIES = 3;
/** Failed tries by receiver, of this Monday. */
const tries = new Map<string, { due: number; count: number }>();

/** Sends the mails that are due, each once, also if several processes do this. */
export async function sendDueReviews(now = new Date()): Promise<void> {
  for (const receiver of await readReceivers()) {
    const due = dueOn(receiver.locale, now);
    if (!due || receiver.since > due || hasFailedOften(receiver.user.id, due)) continue;
    try {
      await sendOnce(receiver, due, now);
    } catch (error) {
      logError(error, 'A review was not mailed');
    }
  }
}

type Receiver = Awaited<ReturnType<typeof readReceivers>>[number];

/** Who has asked for the mails and can log in. */
async function readReceivers() {
  const rows = await db
    .select({ user: users, preference: preferences })
    .from(preferences)
    .innerJoin(users, eq(users.id, preferences.userId))
    .where(and(isNotNull(preferences.reviewMailSince), mayLogIn));
  return rows.map(({ user, preference }) => ({
    user,
    since: preference.reviewMailSince!,
    mailedAt: preference.reviewMailedAt,
    unsubscribe: `${appUrl}/unsubscribe/${preference.unsubscribeKey}`,
    locale: { language: preference.language ?? 'en-US', timeZone: preference.timeZone ?? 'UTC' },
  }));
}

/** 7:00 of today where it is Monday and past that; undefined at any other time. */
export function dueOn(locale: Locale, now: Date): Date | undefined {
  const today = localDay(now, locale);
  if (new Date(`${today}T00:00:00Z`).getUTCDay() !== 1) return undefined;
  const { start } = dayBounds(today, locale);
  const wall = Date.parse(`${today}T00:00:00Z`) + HOUR * 3_600_000;
  // The clock may be changed in the night.
  const guess = new Date(start.getTime() + HOUR * 3_600_000);
  const due = new Date(guess.getTime() + wall - wallClock(guess, locale).getTime());
  return now >= due ? due : undefined;
}

/** Whoever notes first that it is sent sends it; a mail that fails is tried again. */
async function sendOnce(receiver: Receiver, due: Date, now: Date): Promise<void> {
  const { user, mailedAt } = receiver;
  if (!(await claim(user.id, due, now))) return;
  const mail = await composeReview(receiver, now);
  if (!mail || (await deliverMail(mail))) return;
  const failed = tries.get(user.id);
  const count = failed?.due === due.getTime() ? failed.count + 1 : 1;
  tries.set(user.id, { due: due.getTime(), count });
  await transaction(async (tx) =>
    tx
      .update(preferences)
      .set({ reviewMailedAt: mailedAt })
      .where(and(eq(preferences.userId, user.id), eq(preferences.reviewMailedAt, now))),
  );
}

function hasFailedOften(userId: string, due: Date): boolean {
  const failed = tries.get(userId);
  return failed?.due === due.getTime() && failed.count >= MOST_TRIES;
}

async function claim(userId: string, due: Date, now: Date): Promise<boolean> {
  const { reviewMailedAt, reviewMailSince } = preferences;
  const isDue = or(isNull(reviewMailedAt), lt(reviewMailedAt, due));
  const claimed = await transaction(async (tx) =>
    tx
      .update(preferences)
      .set({ reviewMailedAt: now })
      .where(and(eq(preferences.userId, userId), isNotNull(reviewMailSince), isDue))
      .returning({ userId: preferences.userId }),
  );
  return claimed.length > 0;
}

/** What its receiver may see, and nothing else; undefined if there is nothing to review. */
async function composeReview({ user, locale, unsubscribe }: Receiver, now: Date) {
  const query = { since: 'week', userId: '', group: '' } as const;
  const review = await readReview(user, query, locale, DEALS);
  const sections = review
    .filter(({ deals }) => deals.length)
    .map(({ title, count, more, deals }) => ({
      title,
      count: `${count.toLocaleString('en')}${more ? '+' : ''}`,
      deals: deals.map((deal) => ({
        id: deal.id,
        company: deal.companyName,
        facts: factsOf(user, deal),
        reason: deal.reason,
      })),
      rest: count > deals.length ? `${count - deals.length}${more ? '+' : ''}` : '',
    }));
  if (!sections.length) return undefined;
  const day = formatDay(localDay(now, locale), locale);
  return reviewMail(user, day, sections, { appUrl, unsubscribe });
}
