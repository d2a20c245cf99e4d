import type { CustomField, ImportSheet } from '#db/schema';
import { getContactKey } from '~/domain/contact/import-fields';
import { parseCustomFieldName, toCustomFieldName } from '~/domain/custom-field/names';
import { normalizeHeader } from './header';
import { listTargets } from './targets';

type SheetColumns = Pick<ImportSheet, 'holds' | 'headers' | 'targets'>;

/**
 * Adds custom fields by their names, unless a standard field has the name (a custom "Contact email"
 * precedes the contact's). Drops archived fields.
 */
export function addCustomFieldTargets(
  { holds, headers, targets }: SheetColumns,
  fields: CustomField[],
) {
  if (holds !== 'deals') return targets;
  const keys = new Set(fields.map(({ key }) => key));
  const specified = new Set(
    listTargets('deals').flatMap(({ key, label }) =>
      getContactKey(key) ? [] : normalizeHeader(label),
    ),
  );
  const targetsByName = new Map(
    fields.map(({ key, name }) => [normalizeHeader(name), toCustomFieldName(key)]),
  );
  const withoutArchived = targets.map((target) => {
    const key = parseCustomFieldName(target ?? '');
    return key !== undefined && !keys.has(key) ? null : target;
  });
  for (const [i, header] of headers.entries()) {
    const plain = normalizeHeader(header);
    const target = specified.has(plain) ? undefined : targetsByName.get(plain);
    if (target && !withoutArchived.includes(target)) withoutArchived[i] = target;
  }
  return withoutArchived;
}
