import { truncated } from '~/models/text';

export const SORTS = [
  'newest',
  'oldest',
  'user_asc',
  'user_desc',
  'meeting_asc',
  'meeting_desc',
  'score_asc',
  'score_desc',
  'industry_asc',
  'industry_desc',
  'round_asc',
  'round_desc',
  'updated_asc',
  'updated_desc',
] as const;
export type Sort = (typeof SORTS)[number];
export const SORT_LABELS: Record<Sort, string> = {
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
};
export const DASHBOARD_SORTS = [
  'newest',
  'oldest',
  'user_asc',
  'user_desc',
] as const satisfies readonly Sort[];
export const ADMIN_SORTS = [
  ...DASHBOARD_SORTS,
  'industry_asc',
  'industry_desc',
  'round_asc',
  'round_desc',
] as const satisfies readonly Sort[];

/** The part of a list that one of the dashboard's figures counts (rules 5.3 and 5.21). */
export const PARTS = ['reviews', 'priority', 'soon'] as const;
export type Part = (typeof PARTS)[number];
export const PART_LABELS: Record<Part, string> = {
  reviews: 'Active Reviews',
  priority: 'High Priority',
  soon: 'Meetings within 30 Days',
};

/** More characters than any searched text has; SQLite refuses patterns of some 50,000 bytes. */
const SEARCH_LIMIT = 1_000;

/** Filters and sort; an empty value is no filter. */
export interface PipelineQuery {
  search: string;
  industry: string;
  round: string;
  group: string;
  userId: string;
  /** Part of the owner's name or email, where there are too many owners for a select. */
  owner?: string;
  part?: Part;
  /** The import that created or changed them; parameter `import`. */
  importId?: number;
  sort: Sort;
}

export function isFiltered({ sort: _, ...filters }: PipelineQuery): boolean {
  return Object.values(filters).some(Boolean);
}

/** Undefined for anything but digits; an id that nothing has is a filter too. */
function readId(text: string): number | undefined {
  if (!/^\d+$/.test(text)) return undefined;
  return Math.min(Number(text), Number.MAX_SAFE_INTEGER) || Number.MAX_SAFE_INTEGER;
}

/** Reads filters and sort from an address; an unknown sort or part falls back to the default. */
export function readPipelineQuery(params = new URLSearchParams()): PipelineQuery {
  const read = (name: string) => params.get(name)?.trim() ?? '';
  const sort = SORTS.find((known) => known === read('sort')) ?? 'newest';
  return {
    search: truncated(read('search'), SEARCH_LIMIT),
    industry: read('industry'),
    round: read('round'),
    group: read('group'),
    userId: read('userId'),
    owner: truncated(read('owner'), SEARCH_LIMIT) || undefined,
    part: PARTS.find((known) => known === read('part')),
    importId: readId(read('import')),
    sort,
  };
}
