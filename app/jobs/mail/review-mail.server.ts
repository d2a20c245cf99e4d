import { getLocalDay, toMoment } from '~/domain/date/time-zone';
import {
  addUnsubscribeHeaders,
  composeMail,
  type Mail,
  type MailRecipient,
} from '~/domain/mail/compose.server';
import { sendDueMails, type Subscriber } from '~/domain/mail/scheduled.server';
import { listDealFacts } from '~/domain/review/deal-facts.server';
import { getReview } from '~/domain/review/get.server';
import { formatNumber } from '~/domain/text/text';
import { appUrl } from '~/env.server';
import { formatDay } from '~/format/date';
import { formatReviewReason } from '~/format/review-reason';

/** Mails the review on Mondays at 7:00 in the recipient's time zone. */

const MAIL_TIME = '07:00';
const MAX_DEALS_PER_SECTION = 5;

export async function sendDueReviewMails(now = new Date()): Promise<void> {
  await sendDueMails(
    {
      enabledSinceColumn: 'reviewMailSince',
      sentAtColumn: 'reviewMailedAt',
      failureMessage: 'A review was not mailed',
      findDueTime: getDueTime,
      compose: composeReview,
    },
    now,
  );
}

export function getDueTime(timeZone: string, now: Date): Date | undefined {
  const today = getLocalDay(now, timeZone);
  if (new Date(`${today}T00:00:00Z`).getUTCDay() !== 1) return undefined;
  const due = toMoment(today, MAIL_TIME, timeZone);
  return now >= due ? due : undefined;
}

async function composeReview({ user, locale, unsubscribeUrl }: Subscriber, now: Date) {
  const query = { since: 'week', userId: '', group: '' } as const;
  const review = await getReview(user, query, locale.timeZone, MAX_DEALS_PER_SECTION);
  const sections = review
    .filter(({ deals }) => deals.length)
    .map(({ title, count, more, deals }) => ({
      title,
      count: `${formatNumber(count)}${more ? '+' : ''}`,
      deals: deals.map((deal) => ({
        id: deal.id,
        company: deal.companyName,
        facts: listDealFacts(user, deal),
        reason: formatReviewReason(deal.reason, locale),
      })),
      rest: count > deals.length ? `${count - deals.length}${more ? '+' : ''}` : '',
    }));
  if (!sections.length) return undefined;
  const day = formatDay(getLocalDay(now, locale.timeZone), locale);
  return writeReviewMail(user, day, sections, { appUrl, unsubscribeUrl });
}

export interface MailedSection {
  title: string;
  count: string;
  deals: { id: number; company: string; facts: string[]; reason: string }[];
  rest: string;
}

interface MailLinks {
  appUrl: string;
  unsubscribeUrl: string;
}

export function writeReviewMail(
  user: MailRecipient,
  day: string,
  sections: MailedSection[],
  { appUrl, unsubscribeUrl }: MailLinks,
): Mail {
  const counts = sections.map(({ title, count }) => `${title}: ${count}`).join('\n');
  return addUnsubscribeHeaders(
    composeMail(
      user,
      `Review of ${day}`,
      `Deals that need attention:\n\n${counts}`,
      ...sections.map((section) => formatSection(section, appUrl)),
      `The full review:\n${appUrl}/review`,
      `You get this on Mondays because you asked for it under "Your account". To unsubscribe:\n${unsubscribeUrl}`,
    ),
    unsubscribeUrl,
  );
}

function formatSection({ title, count, deals, rest }: MailedSection, appUrl: string): string {
  const lines = deals.map(
    ({ id, company, facts, reason }) =>
      `- ${[company, ...facts].join(', ')}\n  ${reason}\n  ${appUrl}/pipeline/${id}`,
  );
  return [`${title} (${count})`, ...lines, ...(rest ? [`  and ${rest} more`] : [])].join('\n\n');
}
