import type { Grouping } from './groups';

export const GROUPING_LABELS: Record<Grouping, string> = {
  month: 'Month of creation',
  industry: 'Industry',
  owner: 'Owner',
  source: 'Source',
};
