import type { CustomField, ImportSheet } from '#db/schema';
import { getContactKey } from '~/domain/contact/import-fields';
import { parseCustomFieldName, toCustomFieldName } from '~/domain/custom-field/names';
import { normalizeHeader } from './header';
import { listTargets } from './targets';

/** Columns and the fund's own fields. */

type SheetColumns = Pick<ImportSheet, 'holds' | 'headers' | 'targets'>;

/**
 * The targets with the own fields that columns are called like, unless a specified field is (an own
 * "Contact email" goes before that of a contact); those that are archived by now are left out.
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
  const called = new Map(
    fields.map(({ key, name }) => [normalizeHeader(name), toCustomFieldName(key)]),
  );
  const known = targets.map((target) => {
    const key = parseCustomFieldName(target ?? '');
    return key !== undefined && !keys.has(key) ? null : target;
  });
  for (const [i, header] of headers.entries()) {
    const plain = normalizeHeader(header);
    const own = specified.has(plain) ? undefined : called.get(plain);
    if (own && !known.includes(own)) known[i] = own;
  }
  return known;
}
