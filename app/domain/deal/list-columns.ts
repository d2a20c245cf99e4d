import type { CustomFieldName } from '~/domain/custom-field/names';

/** Columns that may be hidden, in order. Company and Actions always stay. */
export const LIST_COLUMNS = [
  { key: 'updated', label: 'Last Updated' },
  { key: 'owner', label: 'Owner' },
  { key: 'stage', label: 'Stage', isExtra: true },
  { key: 'industry', label: 'Industry' },
  { key: 'round', label: 'Round' },
  { key: 'size', label: 'Target Size' },
  { key: 'info', label: 'Business Info' },
  { key: 'score', label: 'Score' },
  { key: 'meeting', label: 'Next Meeting' },
] as const;
export type ListColumn = (typeof LIST_COLUMNS)[number]['key'];

export const DEFAULT_LIST_COLUMNS: readonly ListColumn[] = LIST_COLUMNS.flatMap((column) =>
  'isExtra' in column ? [] : column.key,
);

/** Undefined `columns` stand for the default. */
export function isColumnShown(columns: readonly string[] | undefined, key: ListColumn): boolean {
  return (columns ?? DEFAULT_LIST_COLUMNS).includes(key);
}

export function hasDefaultColumns(columns: readonly string[]): boolean {
  const isDefault = LIST_COLUMNS.every(
    ({ key }) => columns.includes(key) === DEFAULT_LIST_COLUMNS.includes(key),
  );
  return isDefault && !getCustomFieldColumns(columns).length;
}

/** Custom field columns; callers check that the fields exist. */
const CUSTOM_FIELD_COLUMN = /^field-[A-Za-z\d]{1,70}$/;
const MAX_CUSTOM_FIELD_COLUMNS = 40;

export function getCustomFieldColumns(columns: readonly string[]): CustomFieldName[] {
  const customFieldNames = columns.filter((name): name is CustomFieldName =>
    CUSTOM_FIELD_COLUMN.test(name),
  );
  return [...new Set(customFieldNames)].slice(0, MAX_CUSTOM_FIELD_COLUMNS);
}

/** Returns known columns in their order, each once. */
export function keepKnownColumns(names: readonly string[]): (ListColumn | CustomFieldName)[] {
  const columns = LIST_COLUMNS.flatMap(({ key }) => (names.includes(key) ? [key] : []));
  return [...columns, ...getCustomFieldColumns(names)];
}
