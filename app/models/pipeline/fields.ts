import { truncated } from '~/models/text';

/** Option lists. Values outside them are kept, shown and filterable (rule 3.7). */
export const INDUSTRIES = [
  'DX',
  'AI',
  'Mobile Internet',
  'Fintech',
  'IOT',
  'Lifestyle',
  'In/Out bound',
  'Others',
] as const;
export const ROUNDS = ['Seed', 'Angel', 'Pre-A', 'A', 'B', 'C', 'D', 'CB', 'Others'] as const;
export const MEETINGS = ['ASAP', '30 days', '90 days', '120 days', '360 days', 'N/A'] as const;

/** Days from today to the next meeting (rule 14.4); none for N/A and anything else. */
const MEETING_DAYS = new Map([
  ['ASAP', 0],
  ['30 days', 30],
  ['90 days', 90],
  ['120 days', 120],
  ['360 days', 360],
]);

/** The longest text of each field, in UTF-16 units, as `maxlength` counts them. */
export const LIMITS = {
  companyName: 200,
  ceoName: 200,
  cooName: 200,
  cfoName: 200,
  industry: 100,
  industries: 100,
  businessIntroduction: 10_000,
  keyBusinessNumbers: 4_000,
  fundingRound: 100,
  targetFundingSize: 100,
  nextMeetingDate: 100,
  comments: 10_000,
} as const;

/** What each field is called on screen, in messages and in the workbook. */
export const FIELD_LABELS = {
  companyName: 'Company name',
  ceoName: 'CEO',
  cooName: 'CFO/COO',
  cfoName: 'Other Visitors',
  industries: 'Industries',
  businessIntroduction: 'Product/Service',
  keyBusinessNumbers: 'Key business metrics',
  fundingRound: 'Funding round',
  targetFundingSize: 'Target funding size',
  targetClosingDate: 'Target closing date',
  evaluationScore: 'Initial Evaluation Score (1-10)',
  nextMeetingDate: 'Next meeting',
  comments: 'Comments',
} as const;
export type PipelineField = keyof typeof FIELD_LABELS;
export const PIPELINE_FIELDS = Object.keys(FIELD_LABELS) as PipelineField[];

const LISTS = ['industries'] as const;
const TEXTS = PIPELINE_FIELDS.filter((field) => field !== 'industries');

/** What the deal's forms send, for `readForm`. */
export const NEW_PIPELINE_FORM = { text: [...TEXTS, 'submission', 'then'], lists: LISTS } as const;
/** `take-` and a field's name: whose version of that field is taken after a conflict. */
export const EDIT_PIPELINE_FORM = {
  text: [
    ...TEXTS,
    'version',
    'then',
    ...PIPELINE_FIELDS.map((field): `take-${PipelineField}` => `take-${field}`),
  ],
  lists: LISTS,
} as const;
/** The inline score edit; `seen` is the score that stood on the page. */
export const SCORE_FORM = { text: ['evaluationScore', 'intent', 'id', 'seen'] } as const;

/** Half up to one decimal, as a person would: 4.35 is 4.4 though its binary value is a little less. */
export function roundScore(value: number): number {
  return Math.round(Number((value * 10).toFixed(6))) / 10;
}

/** The lowest score that the form takes for a deal whose stored score is this (rule 6.3). */
export function lowestScore(stored: number | null): number {
  return stored === null ? 1 : Math.min(1, stored);
}

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

export const PAGE_SIZES = [25, 50, 100] as const;

/** Longer than all the names together that a search looks in; SQLite refuses patterns of some 50,000 bytes. */
const SEARCH_LIMIT = 1_000;

/** Which deals, in which order. Empty means: no such filter. */
export interface PipelineQuery {
  search: string;
  industry: string;
  round: string;
  group: string;
  userId: string;
  /** Part of the owner's name or email: how owners are found where there are too many to choose from. */
  owner?: string;
  sort: Sort;
}

/** Reads filter and order from an address; an unknown sort falls back to newest. */
export function readPipelineQuery(params: URLSearchParams): PipelineQuery {
  const read = (name: string) => params.get(name)?.trim() ?? '';
  const sort = SORTS.find((known) => known === read('sort')) ?? 'newest';
  return {
    search: truncated(read('search'), SEARCH_LIMIT),
    industry: read('industry'),
    round: read('round'),
    group: read('group'),
    userId: read('userId'),
    owner: truncated(read('owner'), SEARCH_LIMIT) || undefined,
    sort,
  };
}

export function meetingDays(nextMeetingDate: string | null | undefined): number | null {
  return MEETING_DAYS.get(nextMeetingDate ?? '') ?? null;
}

/** Urgent: the next meeting is as soon as possible. */
export function isUrgent(pipeline: { nextMeetingDate: string | null }): boolean {
  return pipeline.nextMeetingDate === 'ASAP';
}

/** The place of a round in the option list; rounds outside it come after, none is null. */
export function roundRank(fundingRound: string | null | undefined): number | null {
  if (!fundingRound) return null;
  const rank = ROUNDS.findIndex((round) => round === fundingRound);
  return rank < 0 ? ROUNDS.length : rank;
}

export function roundLabel(round: string): string {
  return /^[A-D]$/.test(round) ? `Series ${round}` : round;
}

export type Tone = 'green' | 'yellow' | 'red' | 'grey';

/** Badge colour (rule 6.4): 7 or above green, 4 or above yellow, below 4 red, none grey. */
export function scoreTone(score: number | null): Tone {
  if (score === null) return 'grey';
  return score >= 7 ? 'green' : score >= 4 ? 'yellow' : 'red';
}
