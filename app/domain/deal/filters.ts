import { buildRecord } from '~/domain/record';

/** Parts of a list that the dashboard's figures count (rules 5.3 and 5.21). */
export const PART_LABELS = {
  reviews: 'Active Reviews',
  priority: 'High Priority',
  soon: 'Meetings within 30 Days',
} as const;

const WHOSE_LABELS = { mine: 'Mine', shared: 'Shared with me' };

const DUE_LABELS = { overdue: 'Overdue', week: 'Due this week' };

interface ChoiceFilter {
  label: string;
  /** Text of the chip by value in the address. */
  values: Record<string, string>;
  description: string;
  /** Select under "More filters"; a filter without one is reached by links only. */
  select?: { all: string; options: Record<string, string> };
}

/**
 * Filters by one of a few values. Address, select, chip and API document derive from this list;
 * `filter.server.ts` has the conditions.
 */
const CHOICE_FILTERS = {
  whose: {
    label: 'Whose',
    values: WHOSE_LABELS,
    description: "The caller's own deals, or the deals shared with them as a collaborator.",
    select: { all: 'Mine and shared', options: WHOSE_LABELS },
  },
  part: {
    label: 'Only',
    values: PART_LABELS,
    description:
      'The deals counted by a dashboard card: score above 0, next meeting as soon as possible, or next meeting within 30 days.',
  },
  due: {
    label: 'Due',
    values: DUE_LABELS,
    description: 'When the next meeting is due: before today, or within 7 days including today.',
    select: { all: 'Due at any time', options: DUE_LABELS },
  },
  scored: {
    label: 'Scored',
    values: { yes: 'yes', no: 'no' },
    description: 'Whether the deal has a score.',
    select: { all: 'With or without a score', options: { yes: 'Scored', no: 'Not scored' } },
  },
  evaluated: {
    label: 'Evaluated',
    values: { no: 'no' },
    description: 'Only deals that have not been evaluated yet.',
  },
  stalled: {
    label: 'Stalled',
    values: { yes: 'yes' },
    description: 'Only deals that have been in their stage longer than its number of days.',
  },
  lookAgain: {
    label: 'Look again',
    values: { yes: 'due' },
    description: 'Only closed deals whose day to look again has come.',
  },
  outcome: {
    label: 'Outcome',
    values: { due: 'to be asked for' },
    description:
      'Only deals whose outcome is to be asked for: a year after the latest decision and after each answer, unless the company failed.',
  },
} as const satisfies Record<string, ChoiceFilter>;

export type ChoiceFilterName = keyof typeof CHOICE_FILTERS;

export type ChoiceFilterValues = {
  [Name in ChoiceFilterName]: keyof (typeof CHOICE_FILTERS)[Name]['values'] | undefined;
};

export type PartFilter = keyof typeof PART_LABELS;
export type DueFilter = keyof typeof DUE_LABELS;

const CHOICE_FILTER_NAMES = Object.keys(CHOICE_FILTERS) as ChoiceFilterName[];

export function buildChoiceFilters<Value>(
  getValue: (name: ChoiceFilterName, filter: ChoiceFilter) => Value,
): Record<ChoiceFilterName, Value> {
  return buildRecord(CHOICE_FILTER_NAMES, (name) => getValue(name, CHOICE_FILTERS[name]));
}

/** Filters by a number of days; 0 means since the start of the viewer's day. */
export const DAY_FILTERS = ['createdSince', 'updatedSince', 'movedSince', 'notedSince'] as const;

export type DayFilter = (typeof DAY_FILTERS)[number];
