import type { CustomField, ImportSheet } from '#db/schema';
import { getContactKey } from '~/domain/contact/import-fields';
import { parseCustomFieldName, toCustomFieldName } from '~/domain/custom-field/names';
import { isStandardName } from '~/domain/custom-field/standard-names';
import { removeUnit } from '~/domain/import/values/amounts';
import { isSameName } from '~/domain/option-list/option-lists';
import { normalizeHeader } from './header';
import { listTargets } from './targets';

type SheetColumns = Pick<ImportSheet, 'holds' | 'headers' | 'targets'>;

const LABEL_KEYS = new Set(
  listTargets('deals').flatMap(({ key, label }) =>
    getContactKey(key) ? [] : normalizeHeader(label),
  ),
);

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
  const named = findNamedColumns(headers, fields);
  const namedTargets = new Set<string>(named.values());
  const isExport = targets.includes('reference');
  const extended = targets.map((target, column) => {
    const key = parseCustomFieldName(target ?? '');
    if (target === null || key === undefined) return target;
    const hasOtherName = named.has(column) || (isExport && namedTargets.has(target));
    return keys.has(key) && !hasOtherName ? target : null;
  });
  for (const [column, target] of named) if (!extended.includes(target)) extended[column] = target;
  return extended;
}

/**
 * Prefers a column with exactly the name, as names may differ only in punctuation. A field of money
 * also takes 'ARR (EUR k)' for its name 'ARR'; a field of numbers may count in another unit.
 */
function findNamedColumns(headers: string[], fields: CustomField[]): Map<number, string> {
  const headerKeys = headers.map(normalizeHeader);
  const keysWithoutUnits = headers.map((header) => normalizeHeader(removeUnit(header)));
  const nameKeys = fields.map(({ name }) => normalizeHeader(name));
  const named = new Map<number, string>();
  for (const [i, { key, name, kind }] of fields.entries()) {
    if (isStandardName(name)) continue;
    const exact = headers.findIndex((header) => isSameName(header.trim(), name.trim()));
    const keys = kind === 'money' ? keysWithoutUnits : headerKeys;
    const column = exact >= 0 ? exact : findOnlyColumn(keys, nameKeys, nameKeys[i]!);
    if (column >= 0) named.set(column, toCustomFieldName(key));
  }
  return named;
}

function findOnlyColumn(headerKeys: string[], nameKeys: string[], key: string): number {
  const isOnly = (all: string[]) => all.indexOf(key) === all.lastIndexOf(key);
  const isUsable = key !== '' && !LABEL_KEYS.has(key) && isOnly(nameKeys) && isOnly(headerKeys);
  return isUsable ? headerKeys.indexOf(key) : -1;
}
