import { and, desc, eq, gt } from 'drizzle-orm';
import { db } from '#db/client';
import { historyEvents, sessions } from '#db/schema';
import { DAY_MS } from '~/domain/date/calendar-day';
import { isMailConfigured } from '~/domain/mail/send.server';

const SECOND_FACTOR_FIELDS = ['authenticator', 'passkeys', 'recoveryCodes'] as const;

const MAX_NOTICE_AGE_DAYS = 30;

/** Without mail, returns the last change of the second factor that no later session has seen. */
export async function findSecondFactorNotice(userId: string): Promise<Date | undefined> {
  if (isMailConfigured) return undefined;
  const [last] = await db
    .select({ startedAt: sessions.sess })
    .from(sessions)
    .where(eq(sessions.userId, userId))
    .orderBy(desc(sessions.expire))
    .limit(1);
  const since = Math.max(last?.startedAt.startedAt ?? 0, Date.now() - MAX_NOTICE_AGE_DAYS * DAY_MS);
  const recent = await db
    .select({ at: historyEvents.at, fields: historyEvents.fields })
    .from(historyEvents)
    .where(
      and(
        eq(historyEvents.subjectId, userId),
        eq(historyEvents.subject, 'account'),
        gt(historyEvents.at, new Date(since)),
      ),
    )
    .orderBy(desc(historyEvents.id))
    .limit(20);
  return recent.find(({ fields }) =>
    SECOND_FACTOR_FIELDS.some((field) => Object.hasOwn(fields, field)),
  )?.at;
}
