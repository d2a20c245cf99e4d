import { appUrl } from '~/env.server';
import { formatDay, localDay, type Locale, momentOf } from '~/models/dates';
import { type Receiver, sendDueMails } from '~/models/mail/scheduled.server';
import { readReview } from '~/models/review/review.server';
import { factsOf } from './review.server';
import { type Addressee, letter, type Mail, withUnsubscribe } from '~/models/mail/mail.server';

/** The review by mail on Mondays at 7:00 in the time zone of its receiver. */

const TIME = '07:00';
const DEALS = 5;

/** Sends the mails that are due, each once, also if several processes do this. */
export async function sendDueReviews(now = new Date()): Promise<void> {
  await sendDueMails(
    {
      since: 'reviewMailSince',
      mailedAt: 'reviewMailedAt',
      failure: 'A review was not mailed',
      dueOn,
      compose: composeReview,
    },
    now,
  );
}

/** 7:00 of today where it is Monday and past that; undefined at any other time. */
export function dueOn(locale: Locale, now: Date): Date | undefined {
  const today = localDay(now, locale);
  if (new Date(`${today}T00:00:00Z`).getUTCDay() !== 1) return undefined;
  const due = momentOf(today, TIME, locale);
  return now >= due ? due : undefined;
}

/** The sections that the receiver may see; undefined if there is nothing to review. */
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

/** A section as the mail lists it. */
export interface MailedSection {
  title: string;
  count: string;
  deals: { id: number; company: string; facts: string[]; reason: string }[];
  /** How many of the section are not listed; empty for none. */
  rest: string;
}

interface Links {
  appUrl: string;
  unsubscribe: string;
}

/** The review of a Monday. */
export function reviewMail(
  user: Addressee,
  day: string,
  sections: MailedSection[],
  { appUrl, unsubscribe }: Links,
): Mail {
  const counts = sections.map(({ title, count }) => `${title}: ${count}`).join('\n');
  return withUnsubscribe(
    letter(
      user,
      `Review of ${day}`,
      `Deals that need attention:\n\n${counts}`,
      ...sections.map((section) => sectionText(section, appUrl)),
      `The full review:\n${appUrl}/review`,
      `You get this on Mondays because you asked for it under "Your account". To unsubscribe:\n${unsubscribe}`,
    ),
    unsubscribe,
  );
}

function sectionText({ title, count, deals, rest }: MailedSection, appUrl: string): string {
  const lines = deals.map(
    ({ id, company, facts, reason }) =>
      `- ${[company, ...facts].join(', ')}\n  ${reason}\n  ${appUrl}/pipeline/${id}`,
  );
  return [`${title} (${count})`, ...lines, ...(rest ? [`  and ${rest} more`] : [])].join('\n\n');
}
