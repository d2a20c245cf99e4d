/** Filters and sort of lists by own fields, as they stand in an address. */

/** Of the parameters `field.KEY`, `field.KEY.min` and `field.KEY.max` by name. */
export type OwnFilters = Record<string, string[]>;

const FILTER = /^field\.[A-Za-z\d]{1,70}(\.(min|max))?$/;
const MOST_FILTERS = 120;
const MOST_VALUES = 50;
const LONGEST_VALUE = 200;

/** Which fields there are, and what their values mean, is known to who reads the deals. */
export function readOwnFilters(params: URLSearchParams): OwnFilters | undefined {
  const names = [...new Set(params.keys())].filter((name) => FILTER.test(name)).sort();
  const filters = names.slice(0, MOST_FILTERS).flatMap((name): [string, string[]][] => {
    const values = params.getAll(name).map((value) => value.trim().slice(0, LONGEST_VALUE));
    const given = [...new Set(values)].filter(Boolean).slice(0, MOST_VALUES).sort();
    return given.length ? [[name, given]] : [];
  });
  return filters.length ? Object.fromEntries(filters) : undefined;
}

export type OwnSort = `field.${string}_${'asc' | 'desc'}`;

export function readOwnSort(text: string): OwnSort | undefined {
  return /^field\.[A-Za-z\d]{1,70}_(asc|desc)$/.test(text) ? (text as OwnSort) : undefined;
}

/** The key that a sort is by; undefined for a specified sort. */
export function sortedKey(sort: string): string | undefined {
  return /^field\.([A-Za-z\d]+)_/.exec(sort)?.[1];
}
