import { recordOf } from '~/models/record';
import { searchTerm } from '~/models/text';

export const SORT_LABELS = {
  newest: 'Newest First',
  oldest: 'Oldest First',
  user_asc: 'User Name A-Z',
  user_desc: 'User Name Z-A',
  meeting_asc: 'Next Meeting, soonest first',
  meeting_desc: 'Next Meeting, latest first',
  score_asc: 'Score, lowest first',
  score_desc: 'Score, highest first',
  industry_asc: 'Industry A-Z',
  industry_desc: 'Industry Z-A',
  round_asc: 'Round, earliest first',
  round_desc: 'Round, latest first',
  updated_asc: 'Last Updated, oldest first',
  updated_desc: 'Last Updated, newest first',
  due_asc: 'Due, earliest first',
  due_desc: 'Due, latest first',
  size_asc: 'Target Size, smallest first',
  size_desc: 'Target Size, largest first',
  stage_asc: 'Stage, first to last',
  stage_desc: 'Stage, last to first',
} as const;
export type Sort = keyof typeof SORT_LABELS;
export const SORTS = Object.keys(SORT_LABELS) as Sort[];
export const DASHBOARD_SORTS: Sort[] = ['newest', 'oldest', 'user_asc', 'user_desc'];
export const ADMIN_SORTS: Sort[] = [
  ...DASHBOARD_SORTS,
  'industry_asc',
  'industry_desc',
  'round_asc',
  'round_desc',
];

/** The part of a list that one of the dashboard's figures counts (rules 5.3 and 5.21). */
export const PART_LABELS = {
  reviews: 'Active Reviews',
  priority: 'High Priority',
  soon: 'Meetings within 30 Days',
} as const;
export type Part = keyof typeof PART_LABELS;
export const PARTS = Object.keys(PART_LABELS) as Part[];
/** Follow-ups that are due before today, or within 7 days, today included. */
export const DUES = ['overdue', 'week'] as const;
export type Due = (typeof DUES)[number];
/** The viewer's own deals, or those that they are a colleague on. */
export const WHOSE_LABELS = { mine: 'Mine', shared: 'Shared with me' } as const;
export type Whose = keyof typeof WHOSE_LABELS;
export const WHOSE = Object.keys(WHOSE_LABELS) as Whose[];
export const YES_NO = ['yes', 'no'] as const;

/** The filters by a number of days: 0 is since the start of the viewer's day. */
export const DAY_FILTERS = ['createdSince', 'updatedSince', 'movedSince', 'notedSince'] as const;
export type DayFilter = (typeof DAY_FILTERS)[number];

const isGiven = (value: unknown) => value !== undefined && value !== '';

/** Without the sort and what is no filter. */
export function filtersOf({ sort: _, timeZone: __, own, ...filters }: PipelineQuery) {
  return Object.fromEntries(
    Object.entries({ ...filters, ...own }).filter(([, value]) => isGiven(value)),
  );
}

export function isFiltered(query: PipelineQuery): boolean {
  return Object.keys(filtersOf(query)).length > 0;
}

export function dependsOnDay(query: PipelineQuery): boolean {
  const { due, quiet, stalled, lookAgain } = query;
  return [due, quiet, stalled, lookAgain, ...DAY_FILTERS.map((name) => query[name])].some(isGiven);
}

/** Values of a filter that may be repeated; far more than there are stages. */
const MOST_VALUES = 50;

/** Undefined without any. */
function readSeveral(values: string[]): string[] | undefined {
  const distinct = [...new Set(values.map((value) => value.trim()))].filter(Boolean);
  return distinct.length ? distinct.slice(0, MOST_VALUES).sort() : undefined;
}

/** Undefined for anything but digits; an id that nothing has is a filter too. */
function readId(text: string): number | undefined {
  if (!/^\d+$/.test(text)) return undefined;
  return Math.min(Number(text), Number.MAX_SAFE_INTEGER) || Number.MAX_SAFE_INTEGER;
}

function readDays(text: string): number | undefined {
  return /^\d{1,4}$/.test(text) ? Number(text) : undefined;
}

function readScore(text: string): number | undefined {
  return /^(10(\.0{1,2})?|\d(\.\d{1,2})?)$/.test(text) ? Number(text) : undefined;
}

function readAmount(text: string): number | undefined {
  return /^\d{1,15}(\.\d{1,2})?$/.test(text) ? Number(text) : undefined;
}

function readText(text: string): string | undefined {
  return searchTerm(text) || undefined;
}

function oneOf<Value extends string>(known: readonly Value[], value: string): Value | undefined {
  return known.find((option) => option === value);
}

/**
 * Reads filters and sort from an address; an empty or missing value is no filter. Of several values
 * the first counts, but for stages; a value that makes no sense is no filter, or the default sort.
 */
export function readPipelineQuery(params = new URLSearchParams(), locale?: { timeZone: string }) {
  const read = (name: string) => params.get(name)?.trim() ?? '';
  return {
    search: searchTerm(read('search')),
    industry: read('industry'),
    round: read('round'),
    group: read('group'),
    /** Names or kinds of stages, any of them. */
    stage: readSeveral(params.getAll('stage')),
    userId: read('userId'),
    /** Part of the owner's name or email, where there are too many owners for a select. */
    owner: readText(read('owner')),
    whose: oneOf(WHOSE, read('whose')),
    part: oneOf(PARTS, read('part')),
    /** The import that created or changed them. */
    importId: readId(read('import')),
    due: oneOf(DUES, read('due')),
    scored: oneOf(YES_NO, read('scored')),
    scoreMin: readScore(read('scoreMin')),
    scoreMax: readScore(read('scoreMax')),
    /** The least target size in any currency, for sizes that can be read. */
    sizeMin: readAmount(read('sizeMin')),
    sizeMax: readAmount(read('sizeMax')),
    /** ISO 4217. */
    currency: read('currency').toUpperCase() || undefined,
    ...recordOf(DAY_FILTERS, (name) => readDays(read(name))),
    /** Days without edit, evaluation or note. */
    quiet: readDays(read('quiet')),
    evaluated: oneOf(['no'], read('evaluated')),
    /** Longer in its stage than that allows. */
    stalled: oneOf(['yes'], read('stalled')),
    /** Closed, and the day to look at it again has come. */
    lookAgain: oneOf(['yes'], read('lookAgain')),
    /** In the notes and in the deal's longer texts. */
    text: readText(read('text')),
    /** Where the days of the filters begin; UTC without it. No filter and no parameter. */
    timeZone: locale?.timeZone,
    own: readOwnFilters(params),
    sort: oneOf(SORTS, read('sort')) ?? readOwnSort(read('sort')) ?? ('newest' as const),
  };
}
/** Filters and sort; `ids` are these deals alone, which are not in an address. */
export type PipelineQuery = ReturnType<typeof readPipelineQuery> & { ids?: number[] };

/** The address of a query: the reverse of `readPipelineQuery`, without what is the default. */
export function queryParams(query: PipelineQuery): URLSearchParams {
  const params = new URLSearchParams();
  for (const [key, value] of Object.entries(filtersOf(query)))
    for (const each of [value].flat())
      params.append(key === 'importId' ? 'import' : key, String(each));
  if (query.sort !== 'newest') params.set('sort', query.sort);
  return params;
}

/** The values of the parameters `field.KEY`, `field.KEY.min` and `field.KEY.max` by name. */
export type OwnFilters = Record<string, string[]>;

const FILTER = /^field\.[A-Za-z\d]{1,70}(\.(min|max))?$/;
const MOST_FILTERS = 120;
const LONGEST_VALUE = 200;

/** Which fields there are, and what their values mean, is known to who reads the deals. */
function readOwnFilters(params: URLSearchParams): OwnFilters | undefined {
  const names = [...new Set(params.keys())].filter((name) => FILTER.test(name)).sort();
  const filters = names.slice(0, MOST_FILTERS).flatMap((name): [string, string[]][] => {
    const values = params.getAll(name).map((value) => value.trim().slice(0, LONGEST_VALUE));
    const distinct = readSeveral(values);
    return distinct ? [[name, distinct]] : [];
  });
  return filters.length ? Object.fromEntries(filters) : undefined;
}

export type OwnSort = `field.${string}_${'asc' | 'desc'}`;

function readOwnSort(text: string): OwnSort | undefined {
  return /^field\.[A-Za-z\d]{1,70}_(asc|desc)$/.test(text) ? (text as OwnSort) : undefined;
}

/** The key that a sort is by; undefined for a specified sort. */
export function sortedKey(sort: string): string | undefined {
  return /^field\.([A-Za-z\d]+)_/.exec(sort)?.[1];
}
