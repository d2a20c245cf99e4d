import type { CustomFieldName } from '~/domain/custom-field/names';
import {
  COMPANY_COLUMN,
  DEFAULT_LIST_COLUMNS,
  hasDefaultColumns,
  keepKnownColumns,
  type ListColumn,
} from '~/domain/deal/list-columns';

/** 'all' stands for the default columns, which were once all columns. */
const ALL_COLUMNS_PARAM = 'all';

export function parseColumns(text: string | null): (ListColumn | CustomFieldName)[] | undefined {
  const names = (text ?? '').slice(0, 4_000).split('.');
  if (names.includes(ALL_COLUMNS_PARAM)) return [...DEFAULT_LIST_COLUMNS];
  const known = keepKnownColumns(names);
  return known.length || names.includes(COMPANY_COLUMN) ? known : undefined;
}

export function formatColumns(columns: readonly string[]): string {
  const known = keepKnownColumns(columns);
  return hasDefaultColumns(known) ? ALL_COLUMNS_PARAM : [COMPANY_COLUMN, ...known].join('.');
}
