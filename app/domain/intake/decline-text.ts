import type { InboxItem } from '#db/schema';

/** Placeholders are replaced for each item. */
export const DEFAULT_DECLINE_TEXT = `Dear {contact},

thank you for telling us about {company}. We have read what you sent with interest. It is not a fit for us at the moment, so we will not take it further.

We wish you and your team every success.`;

/** Fills the placeholders {company} and {contact}. */
export function composeDeclineText(
  template: string | null,
  { companyName, contactName }: Pick<InboxItem, 'companyName' | 'contactName'>,
): string {
  return (template ?? DEFAULT_DECLINE_TEXT)
    .replaceAll('{company}', () => companyName ?? 'your company')
    .replaceAll('{contact}', () => contactName ?? 'Sir or Madam');
}
