import { CONTACT_DETAIL_KEYS, type ContactDetailKey } from '~/domain/contact/details';
import { DEAL_FIELDS } from '~/domain/deal-field/fields';
import { truncate } from '~/domain/text/text';

type PrefillKey = ContactDetailKey | 'companyName' | 'businessIntroduction';

/** The address's parameter `text` is the introduction. */
const PARAMETERS: [key: PrefillKey, parameter: string][] = [
  ['companyName', 'companyName'],
  ['businessIntroduction', 'text'],
  ...CONTACT_DETAIL_KEYS.map((key): [PrefillKey, string] => [key, key]),
];
const MAX_DETAIL_LENGTH = 2_000;

export function parsePrefill(search: URLSearchParams): Partial<Record<PrefillKey, string>> {
  const entries = PARAMETERS.flatMap(([key, parameter]) => {
    const text = search.get(parameter)?.trim();
    return text ? [[key, truncate(text, getLimit(key))] as const] : [];
  });
  return Object.fromEntries(entries);
}

function getLimit(key: PrefillKey): number {
  const field = DEAL_FIELDS.find((candidate) => candidate.key === key);
  return field && 'limit' in field ? field.limit : MAX_DETAIL_LENGTH;
}
