import { type Addressee, letter, type Mail, withUnsubscribe } from '~/models/mail/letters';

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
      `The whole review:\n${appUrl}/review`,
      `You get this on Mondays because you asked for it under "Your account". To end it:\n${unsubscribe}`,
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
