import type { InboxItem } from '#db/schema';
import { truncate } from '~/domain/text/text';
import { MAX_DECLINE_LENGTH } from './limits';

export function composeDeclineText(
  template: string,
  { companyName, contactName }: Pick<InboxItem, 'companyName' | 'contactName'>,
): string {
  const values: Record<string, string> = {
    company: companyName ?? 'your company',
    contact: contactName ?? 'Sir or Madam',
  };
  const text = template.replace(/\{(company|contact)\}/g, (_, name: string) => values[name]!);
  return truncate(text, MAX_DECLINE_LENGTH);
}
