import type { DealQuery } from '~/domain/deal/query';

const QUIET_DAYS = 21;

export const MAX_COUNTED_DEALS = 1_000;

export const REVIEW_SECTIONS = [
  { key: 'urgent', title: 'Urgent' },
  { key: 'overdue', title: 'Overdue' },
  { key: 'week', title: 'Due this week' },
  { key: 'lookAgain', title: 'Look again' },
  { key: 'new', title: 'New' },
  { key: 'moved', title: 'Score moved' },
  { key: 'noted', title: 'New notes' },
  { key: 'stalled', title: 'Stalled' },
  { key: 'quiet', title: `Quiet for ${QUIET_DAYS} days` },
  { key: 'unevaluated', title: 'Not evaluated yet' },
] as const;
export const TASKS_SECTION = { key: 'tasks', title: 'Yours this week' } as const;
export const OUTCOMES_SECTION = { key: 'outcomes', title: 'Were we right?' } as const;
export type SectionKey = (typeof REVIEW_SECTIONS)[number]['key'];

export function getSectionFilters(key: SectionKey, days: number): Partial<DealQuery> {
  switch (key) {
    case 'urgent':
      return { part: 'priority', sort: 'due_asc' };
    case 'overdue':
      return { due: 'overdue', sort: 'due_asc' };
    case 'week':
      return { due: 'week', sort: 'due_asc' };
    case 'lookAgain':
      return { lookAgain: 'yes', sort: 'look_again_asc' };
    case 'stalled':
      return { stalled: 'yes', sort: 'in_stage_desc' };
    case 'new':
      return { createdSince: days };
    case 'moved':
      return { movedSince: days, sort: 'active_desc' };
    case 'noted':
      return { notedSince: days, sort: 'noted_desc' };
    case 'quiet':
      return { quiet: QUIET_DAYS, sort: 'active_asc' };
    case 'unevaluated':
      return { evaluated: 'no' };
  }
}

export function hasClosedDeals(key: SectionKey): boolean {
  return key === 'new' || key === 'lookAgain';
}

export function isFollowUpSection(key: string): boolean {
  return key === 'urgent' || key === 'overdue' || key === 'week';
}
