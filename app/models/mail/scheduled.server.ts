import { and, eq, isNotNull, isNull, lt, or } from 'drizzle-orm';
import { db } from '#db/client';
import { preferences, users } from '#db/schema';
import { transaction } from '#db/transaction';
import { appUrl } from '~/env.server';
import { logError } from '~/log.server';
import type { Locale } from '~/models/dates';
import { maySignIn } from '~/models/user/session.server';
import { deliverMail, type Mail } from './mail.server';

/** Mails that people have asked for, at a time of their day: each once, whatever restarts. */
export interface ScheduledMail {
  /** The columns of preferences that say since when it is wanted, and when it was sent last. */
  since: 'reviewMailSince' | 'taskMailSince';
  mailedAt: 'reviewMailedAt' | 'taskMailedAt';
  /** What the log says of one that fails. */
  failure: string;
  /** When that of today was due, if it is past that; undefined else. */
  dueOn: (locale: Locale, now: Date) => Date | undefined;
  /** Undefined if there is nothing to say. */
  compose: (receiver: Receiver, now: Date) => Promise<Mail | undefined>;
}

const MOST_TRIES = 3;
/** Failed tries by mail and receiver, of the latest day. */
const tries = new Map<string, { due: number; count: number }>();

/** Sends the mails that are due, each once, also if several processes do this. */
export async function sendDueMails(mail: ScheduledMail, now: Date): Promise<void> {
  for (const receiver of await readReceivers(mail)) {
    const due = mail.dueOn(receiver.locale, now);
    if (!due || receiver.since > due || hasFailedOften(mail, receiver, due)) continue;
    try {
      await sendOnce(mail, receiver, due, now);
    } catch (error) {
      logError(error, mail.failure);
    }
  }
}

export type Receiver = Awaited<ReturnType<typeof readReceivers>>[number];

/** Users who asked for the mails and can log in. */
async function readReceivers({ since, mailedAt }: ScheduledMail) {
  const rows = await db
    .select({ user: users, preference: preferences })
    .from(preferences)
    .innerJoin(users, eq(users.id, preferences.userId))
    .where(and(isNotNull(preferences[since]), maySignIn));
  return rows.map(({ user, preference }) => ({
    user,
    since: preference[since]!,
    mailedAt: preference[mailedAt],
    unsubscribe: `${appUrl}/unsubscribe/${preference.unsubscribeKey}`,
    locale: { language: preference.language ?? 'en-US', timeZone: preference.timeZone ?? 'UTC' },
  }));
}

const keyOf = ({ since }: ScheduledMail, { user }: Receiver) => `${since} ${user.id}`;

/** Whoever notes first that it is sent sends it; a mail that fails is tried again. */
async function sendOnce(
  scheduled: ScheduledMail,
  receiver: Receiver,
  due: Date,
  now: Date,
): Promise<void> {
  if (!(await claim(scheduled, receiver, due, now))) return;
  const mail = await scheduled.compose(receiver, now);
  if (!mail || (await deliverMail(mail))) return;
  const key = keyOf(scheduled, receiver);
  const failed = tries.get(key);
  const count = failed?.due === due.getTime() ? failed.count + 1 : 1;
  tries.set(key, { due: due.getTime(), count });
  const { userId, [scheduled.mailedAt]: mailedAt } = preferences;
  await transaction(async (tx) =>
    tx
      .update(preferences)
      .set({ [scheduled.mailedAt]: receiver.mailedAt })
      .where(and(eq(userId, receiver.user.id), eq(mailedAt, now))),
  );
}

function hasFailedOften(mail: ScheduledMail, receiver: Receiver, due: Date): boolean {
  const failed = tries.get(keyOf(mail, receiver));
  return failed?.due === due.getTime() && failed.count >= MOST_TRIES;
}

async function claim(mail: ScheduledMail, { user }: Receiver, due: Date, now: Date) {
  const { userId, [mail.since]: since, [mail.mailedAt]: mailedAt } = preferences;
  const isDue = or(isNull(mailedAt), lt(mailedAt, due));
  const claimed = await transaction(async (tx) =>
    tx
      .update(preferences)
      .set({ [mail.mailedAt]: now })
      .where(and(eq(userId, user.id), isNotNull(since), isDue))
      .returning({ userId }),
  );
  return claimed.length > 0;
}
