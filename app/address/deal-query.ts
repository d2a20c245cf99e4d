import { buildChoiceFilters, type ChoiceFilterValues, DAY_FILTERS } from '~/domain/deal/filters';
import { type CustomFieldFilters, type DealQuery, getFilters } from '~/domain/deal/query';
import { parseCustomFieldSort, SORTS } from '~/domain/deal/sort';
import { buildRecord } from '~/domain/record';
import { normalizeSearchTerm } from '~/domain/search/search-term';

const MAX_FILTER_VALUES = 50;

function parseSeveral(values: string[]): string[] | undefined {
  const distinct = [...new Set(values.map((value) => value.trim()))].filter(Boolean);
  return distinct.length ? distinct.slice(0, MAX_FILTER_VALUES).sort() : undefined;
}

/** Keeps ids that no row has, which match nothing. */
function parseId(text: string): number | undefined {
  if (!/^\d+$/.test(text)) return undefined;
  return Math.min(Number(text), Number.MAX_SAFE_INTEGER) || Number.MAX_SAFE_INTEGER;
}

function parseDays(text: string): number | undefined {
  return /^\d{1,4}$/.test(text) ? Number(text) : undefined;
}

function parseScore(text: string): number | undefined {
  return /^(10(\.0{1,2})?|\d(\.\d{1,2})?)$/.test(text) ? Number(text) : undefined;
}

function parseAmount(text: string): number | undefined {
  return /^\d{1,15}(\.\d{1,2})?$/.test(text) ? Number(text) : undefined;
}

function parseText(text: string): string | undefined {
  return normalizeSearchTerm(text) || undefined;
}

function parseOneOf<Value extends string>(
  known: readonly Value[],
  value: string,
): Value | undefined {
  return known.find((option) => option === value);
}

/**
 * Parses filters and sort from URL parameters. Only the first of several values counts, except for
 * stages. Empty and invalid values are no filter, or the default sort.
 */
export function parseDealQuery(params: URLSearchParams, timeZone?: string): DealQuery {
  const read = (name: string) => params.get(name)?.trim() ?? '';
  return {
    search: normalizeSearchTerm(read('search')),
    industry: read('industry'),
    round: read('round'),
    group: read('group'),
    stage: parseSeveral(params.getAll('stage')),
    userId: read('userId'),
    owner: parseText(read('owner')),
    ...parseChoiceFilters(read),
    importId: parseId(read('import')),
    scoreMin: parseScore(read('scoreMin')),
    scoreMax: parseScore(read('scoreMax')),
    sizeMin: parseAmount(read('sizeMin')),
    sizeMax: parseAmount(read('sizeMax')),
    currency: read('currency').toUpperCase() || undefined,
    ...buildRecord(DAY_FILTERS, (name) => parseDays(read(name))),
    quiet: parseDays(read('quiet')),
    text: parseText(read('text')),
    timeZone,
    customFields: parseCustomFieldFilters(params),
    sort: parseOneOf(SORTS, read('sort')) ?? parseCustomFieldSort(read('sort')) ?? 'newest',
  };
}

function parseChoiceFilters(read: (name: string) => string): ChoiceFilterValues {
  return buildChoiceFilters((name, { values }) =>
    parseOneOf(Object.keys(values), read(name)),
  ) as ChoiceFilterValues;
}

export function toSearchParams(query: DealQuery): URLSearchParams {
  const params = new URLSearchParams();
  for (const [key, value] of Object.entries(getFilters(query)))
    for (const item of [value].flat())
      params.append(key === 'importId' ? 'import' : key, String(item));
  if (query.sort !== 'newest') params.set('sort', query.sort);
  return params;
}

const CUSTOM_FIELD_FILTER = /^field\.[A-Za-z\d]{1,70}(\.(min|max))?$/;

const MAX_CUSTOM_FIELD_FILTERS = 120;

const MAX_FILTER_VALUE_LENGTH = 200;

function parseCustomFieldFilters(params: URLSearchParams): CustomFieldFilters | undefined {
  const names = [...new Set(params.keys())].filter((name) => CUSTOM_FIELD_FILTER.test(name)).sort();
  const filters = names.slice(0, MAX_CUSTOM_FIELD_FILTERS).flatMap((name): [string, string[]][] => {
    const values = params
      .getAll(name)
      .map((value) => value.trim().slice(0, MAX_FILTER_VALUE_LENGTH));
    const distinct = parseSeveral(values);
    return distinct ? [[name, distinct]] : [];
  });
  return filters.length ? Object.fromEntries(filters) : undefined;
}
