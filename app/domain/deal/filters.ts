/** Parts of a list that the dashboard's figures count (rules 5.3 and 5.21). */
export const PART_LABELS = {
  reviews: 'Active Reviews',
  priority: 'High Priority',
  soon: 'Meetings within 30 Days',
} as const;

export type PartFilter = keyof typeof PART_LABELS;

export const PART_FILTERS = Object.keys(PART_LABELS) as PartFilter[];

/** Due before today, or within 7 days including today. */
export const DUE_FILTERS = ['overdue', 'week'] as const;

export type DueFilter = (typeof DUE_FILTERS)[number];

export const WHOSE_LABELS = { mine: 'Mine', shared: 'Shared with me' } as const;

export type WhoseFilter = keyof typeof WHOSE_LABELS;

export const WHOSE_FILTERS = Object.keys(WHOSE_LABELS) as WhoseFilter[];

export const YES_NO = ['yes', 'no'] as const;

/** Filters by a number of days; 0 means since the start of the viewer's day. */
export const DAY_FILTERS = ['createdSince', 'updatedSince', 'movedSince', 'notedSince'] as const;

export type DayFilter = (typeof DAY_FILTERS)[number];
