import { buildRecord } from '~/domain/record';
import {
  buildChoiceFilters,
  type ChoiceFilterValues,
  DAY_FILTERS,
  type DayFilter,
} from './filters';
import type { CustomFieldSort, Sort } from './sort';

export interface DealQuery extends ChoiceFilterValues, Record<DayFilter, number | undefined> {
  search: string;
  industry: string;
  round: string;
  group: string;
  stage: string[] | undefined;
  userId: string;
  /** Part of the owner's name or email, for funds with too many owners for a select. */
  owner: string | undefined;
  importId: number | undefined;
  scoreMin: number | undefined;
  scoreMax: number | undefined;
  /** Minimum target size in any currency; excludes sizes that are no amount. */
  sizeMin: number | undefined;
  sizeMax: number | undefined;
  /** ISO 4217. */
  currency: string | undefined;
  /** Days without edit, evaluation or note. */
  quiet: number | undefined;
  text: string | undefined;
  /** Time zone in which days begin, UTC by default; not part of the address. */
  timeZone: string | undefined;
  customFields: CustomFieldFilters | undefined;
  sort: Sort | CustomFieldSort;
  /** Limits the list to these deals; not part of the address. */
  ids?: number[];
}

export type FilterName =
  Exclude<keyof DealQuery, 'importId' | 'ids' | 'timeZone' | 'customFields' | 'sort'> | 'import';

/** Values by parameter: `field.KEY`, `field.KEY.min` and `field.KEY.max`. */
export type CustomFieldFilters = Record<string, string[]>;

/** All deals, newest first. Its order of keys is that of parameters in an address. */
export const ALL_DEALS: DealQuery = {
  search: '',
  industry: '',
  round: '',
  group: '',
  stage: undefined,
  userId: '',
  owner: undefined,
  ...buildChoiceFilters(() => undefined),
  importId: undefined,
  scoreMin: undefined,
  scoreMax: undefined,
  sizeMin: undefined,
  sizeMax: undefined,
  currency: undefined,
  ...buildRecord(DAY_FILTERS, () => undefined),
  quiet: undefined,
  text: undefined,
  timeZone: undefined,
  customFields: undefined,
  sort: 'newest',
};

const isGiven = (value: unknown) => value !== undefined && value !== '';

export function getFilters({ sort: _, timeZone: __, customFields, ...filters }: DealQuery) {
  return Object.fromEntries(
    Object.entries({ ...filters, ...customFields }).filter(([, value]) => isGiven(value)),
  );
}

export function hasFilters(query: DealQuery): boolean {
  return Object.keys(getFilters(query)).length > 0;
}
