import type { CustomFieldName } from '~/domain/custom-field/names';
import type { DealKey } from '~/domain/deal-field/fields';

/**
 * Columns that may be hidden, in their default order. Company and Actions always stay. A column
 * with a `field` shows that field as text; the others have a cell in `deal-row.tsx`.
 */
export const LIST_COLUMNS = [
  { key: 'updated', label: 'Last Updated' },
  { key: 'owner', label: 'Owner' },
  { key: 'stage', label: 'Stage' },
  { key: 'industry', label: 'Industry' },
  { key: 'round', label: 'Round' },
  { key: 'size', label: 'Target Size', field: 'targetFundingSize' },
  { key: 'info', label: 'Business Info' },
  { key: 'score', label: 'Score' },
  { key: 'meeting', label: 'Next Meeting' },
] as const satisfies readonly { key: string; label: string; field?: DealKey }[];
export type ListColumn = (typeof LIST_COLUMNS)[number]['key'];

type FieldColumn = Extract<(typeof LIST_COLUMNS)[number], { field: DealKey }>;
export type TextColumn = FieldColumn['key'];

export const TEXT_COLUMNS: readonly FieldColumn[] = LIST_COLUMNS.filter(
  (column): column is FieldColumn => 'field' in column,
);
export const TEXT_COLUMN_FIELDS = TEXT_COLUMNS.map(({ field }) => field);

export function isTextColumn(column: string): column is TextColumn {
  return TEXT_COLUMNS.some(({ key }) => key === column);
}

export function getTextCells(
  deal: Record<FieldColumn['field'], string | null>,
): Partial<Record<TextColumn, string>> {
  return Object.fromEntries(
    TEXT_COLUMNS.flatMap(({ key, field }) => (deal[field] ? [[key, deal[field]]] : [])),
  );
}

export const DEFAULT_LIST_COLUMNS: readonly ListColumn[] = LIST_COLUMNS.map(({ key }) => key);

export const COMPANY_COLUMN = 'company';

/** Labels of all columns but those of custom fields. */
export const COLUMN_LABELS: Partial<Record<string, string>> = {
  [COMPANY_COLUMN]: 'Company',
  ...Object.fromEntries(LIST_COLUMNS.map(({ key, label }) => [key, label])),
};

/** Undefined `columns` stand for the default. */
export function isColumnShown(columns: readonly string[] | undefined, key: ListColumn): boolean {
  return (columns ?? DEFAULT_LIST_COLUMNS).includes(key);
}

/**
 * Lists the shown columns from left to right. The company comes first, or second after Last
 * Updated.
 */
export function arrangeColumns(columns: readonly string[] = DEFAULT_LIST_COLUMNS): string[] {
  const [first = '', ...rest] = columns;
  return first === 'updated' ? [first, COMPANY_COLUMN, ...rest] : [COMPANY_COLUMN, ...columns];
}

export function hasDefaultColumns(columns: readonly string[]): boolean {
  return columns.join() === DEFAULT_LIST_COLUMNS.join();
}

/** Custom field columns; callers check that the fields exist. */
const CUSTOM_FIELD_COLUMN = /^field-[A-Za-z\d]{1,70}$/;
const MAX_CUSTOM_FIELD_COLUMNS = 40;

export function getCustomFieldColumns(columns: readonly string[]): CustomFieldName[] {
  return columns.filter((name): name is CustomFieldName => CUSTOM_FIELD_COLUMN.test(name));
}

export function keepKnownColumns(names: readonly string[]): (ListColumn | CustomFieldName)[] {
  const unique = [...new Set(names)];
  const customColumns = getCustomFieldColumns(unique).slice(0, MAX_CUSTOM_FIELD_COLUMNS);
  const known: readonly string[] = [...DEFAULT_LIST_COLUMNS, ...customColumns];
  return unique.filter((name): name is ListColumn | CustomFieldName => known.includes(name));
}

export function moveColumn<Name extends string>(
  columns: readonly Name[],
  name: string,
  by: -1 | 1,
): Name[] {
  const moved = [...columns];
  const from = moved.findIndex((column) => column === name);
  const to = from + by;
  if (from < 0 || to < 0 || to >= moved.length) return moved;
  [moved[from], moved[to]] = [moved[to]!, moved[from]!];
  return moved;
}
