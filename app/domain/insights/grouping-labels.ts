import type { CommitteeGrouping, Grouping } from './groups';

export const GROUPING_LABELS: Record<Grouping | CommitteeGrouping, string> = {
  month: 'Month of creation',
  industry: 'Industry',
  owner: 'Owner',
  source: 'Source',
  outcome: 'Outcome',
  evaluator: 'Evaluator',
};
