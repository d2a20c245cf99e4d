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
  active_asc: 'Last Activity, oldest first',
  active_desc: 'Last Activity, newest first',
  noted_desc: 'Latest Note, newest first',
  in_stage_desc: 'Time in Stage, longest first',
  look_again_asc: 'Look Again, earliest first',
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

export type CustomFieldSort = `field.${string}_${'asc' | 'desc'}`;

export function parseCustomFieldSort(text: string): CustomFieldSort | undefined {
  return /^field\.[A-Za-z\d]{1,70}_(asc|desc)$/.test(text) ? (text as CustomFieldSort) : undefined;
}

export function getCustomFieldSortKey(sort: string): string | undefined {
  return /^field\.([A-Za-z\d]+)_/.exec(sort)?.[1];
}
