import type { DealQuery } from '~/domain/deal/query';

/** Deals without edit, note or evaluation for so long are quiet. */
const QUIET_DAYS = 21;

/** Counting stops here, so that it costs the same however many deals there are. */
export const MAX_COUNTED_DEALS = 1_000;

/** The sections of the review in their order, each a list of deals by filters of its own. */
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
/** Deals with tasks of the viewer's own, which no list has a filter for. */
export const TASKS_SECTION = { key: 'tasks', title: 'Yours this week' } as const;
export type SectionKey = (typeof REVIEW_SECTIONS)[number]['key'];

/** The filters of a section; `days` is how many days ago the period started. */
export function getSectionFilters(key: SectionKey, days: number): Partial<DealQuery> {
  switch (key) {
    case 'urgent':
      return { part: 'priority' };
    case 'overdue':
      return { due: 'overdue', sort: 'due_asc' };
    case 'week':
      return { due: 'week', sort: 'due_asc' };
    case 'lookAgain':
      return { lookAgain: 'yes' };
    case 'stalled':
      return { stalled: 'yes' };
    case 'new':
      return { createdSince: days };
    case 'moved':
      return { movedSince: days };
    case 'noted':
      return { notedSince: days };
    case 'quiet':
      return { quiet: QUIET_DAYS, sort: 'updated_asc' };
    case 'unevaluated':
      return { evaluated: 'no' };
  }
}

/** Closed deals stand there, too. */
export function hasClosedDeals(key: SectionKey): boolean {
  return key === 'new' || key === 'lookAgain';
}

/** Where Met and Later answer why a deal is listed. */
export function isFollowUpSection(key: string): boolean {
  return key === 'urgent' || key === 'overdue' || key === 'week';
}
