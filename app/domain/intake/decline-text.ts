import type { InboxItem } from '#db/schema';

/** Fills the placeholders {company} and {contact}. */
export function composeDeclineText(
  template: string,
  { companyName, contactName }: Pick<InboxItem, 'companyName' | 'contactName'>,
): string {
  return template
    .replaceAll('{company}', () => companyName ?? 'your company')
    .replaceAll('{contact}', () => contactName ?? 'Sir or Madam');
}
