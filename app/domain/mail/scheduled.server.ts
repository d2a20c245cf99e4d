import { and, eq, gt, isNotNull, isNull, lt, or } from 'drizzle-orm';
import { db } from '#db/client';
import { preferences, users } from '#db/schema';
import { transaction } from '#db/transaction';
import { canSignIn } from '~/domain/session/viewer.server';
import { appUrl } from '~/env.server';
import { logError } from '~/log.server';
import type { Mail } from './compose.server';
import { deliverMail } from './send.server';

/** Mail that users subscribe to, sent once at a time of their day across restarts. */
export interface ScheduledMail {
  enabledSinceColumn: 'reviewMailSince' | 'taskMailSince';
  sentAtColumn: 'reviewMailedAt' | 'taskMailedAt';
  failureMessage: string;
  findDueTime: (timeZone: string, now: Date) => Date | undefined;
  compose: (subscriber: Subscriber, now: Date) => Promise<Mail | undefined>;
}

const MAX_ATTEMPTS = 3;
const failedAttempts = new Map<string, { due: number; count: number }>();

export async function sendDueMails(mail: ScheduledMail, now: Date): Promise<void> {
  for (const subscriber of await querySubscribers(mail)) {
    const due = mail.findDueTime(subscriber.locale.timeZone, now);
    if (!due || subscriber.since > due || hasReachedMaxAttempts(mail, subscriber, due)) continue;
    try {
      await sendOnce(mail, subscriber, due, now);
    } catch (error) {
      logError(error, mail.failureMessage);
    }
  }
}

export type Subscriber = Awaited<ReturnType<typeof querySubscribers>>[number];

async function querySubscribers({ enabledSinceColumn, sentAtColumn }: ScheduledMail) {
  const rows = await db
    .select({ user: users, preference: preferences })
    .from(preferences)
    .innerJoin(users, eq(users.id, preferences.userId))
    .where(and(isNotNull(preferences[enabledSinceColumn]), canSignIn));
  return rows.map(({ user, preference }) => ({
    user,
    since: preference[enabledSinceColumn]!,
    mailedAt: preference[sentAtColumn],
    unsubscribeUrl: `${appUrl}/unsubscribe/${preference.unsubscribeKey}`,
    locale: { language: preference.language ?? 'en-US', timeZone: preference.timeZone ?? 'UTC' },
  }));
}

const getAttemptKey = ({ enabledSinceColumn }: ScheduledMail, { user }: Subscriber) =>
  `${enabledSinceColumn} ${user.id}`;

/** Claims the mail before composing and sending it, and releases the claim if either fails. */
async function sendOnce(
  scheduled: ScheduledMail,
  subscriber: Subscriber,
  due: Date,
  now: Date,
): Promise<void> {
  if (!(await claimMail(scheduled, subscriber, due, now))) return;
  let isDone = false;
  try {
    const mail = await scheduled.compose(subscriber, now);
    isDone = !mail || (await deliverMail(mail));
  } finally {
    if (!isDone) await releaseClaim(scheduled, subscriber, due, now);
  }
}

async function releaseClaim(
  scheduled: ScheduledMail,
  subscriber: Subscriber,
  due: Date,
  now: Date,
): Promise<void> {
  const key = getAttemptKey(scheduled, subscriber);
  const failed = failedAttempts.get(key);
  const count = failed?.due === due.getTime() ? failed.count + 1 : 1;
  failedAttempts.set(key, { due: due.getTime(), count });
  const { userId, [scheduled.sentAtColumn]: mailedAt } = preferences;
  await transaction(async (tx) =>
    tx
      .update(preferences)
      .set({ [scheduled.sentAtColumn]: subscriber.mailedAt })
      .where(and(eq(userId, subscriber.user.id), eq(mailedAt, now))),
  );
}

function hasReachedMaxAttempts(mail: ScheduledMail, subscriber: Subscriber, due: Date): boolean {
  const failed = failedAttempts.get(getAttemptKey(mail, subscriber));
  return failed?.due === due.getTime() && failed.count >= MAX_ATTEMPTS;
}

async function claimMail(mail: ScheduledMail, { user }: Subscriber, due: Date, now: Date) {
  const { userId, [mail.enabledSinceColumn]: since, [mail.sentAtColumn]: mailedAt } = preferences;
  // A time in the future is from a clock that was ahead.
  const isDue = or(isNull(mailedAt), lt(mailedAt, due), gt(mailedAt, now));
  const claimed = await transaction(async (tx) =>
    tx
      .update(preferences)
      .set({ [mail.sentAtColumn]: now })
      .where(and(eq(userId, user.id), isNotNull(since), isDue))
      .returning({ userId }),
  );
  return claimed.length > 0;
}
