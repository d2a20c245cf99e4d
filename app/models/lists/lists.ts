import type { ChangedFields, ListEntry, ListName, StageKind } from '#db/schema';

/** The lists that a fund keeps for itself (chapter 23 of docs/product-rules.md). */

export const STAGE_KINDS = [
  'open',
  'won',
  'lost',
  'parked',
] as const satisfies readonly StageKind[];

export interface FundList {
  name: ListName;
  title: string;
  /** The noun for one entry. */
  noun: string;
  most: number;
  /** What an entry has beside its name. */
  has: readonly ('kind' | 'days')[];
  hint?: string;
}

export const FUND_LISTS: readonly FundList[] = [
  {
    name: 'stages',
    title: 'Stages',
    noun: 'stage',
    most: 20,
    has: ['kind', 'days'],
    hint: 'A deal that stays in a stage for more than its number of days is listed as stalled in the review.',
  },
  { name: 'reasons', title: 'Reasons for closing', noun: 'reason', most: 50, has: [] },
  { name: 'industries', title: 'Industries', noun: 'industry', most: 100, has: [] },
  {
    name: 'groups',
    title: 'Groups',
    noun: 'group',
    most: 50,
    has: [],
    hint: 'Groups of accounts. New accounts are in CCBI, even if it was renamed, or in the first group if it was retired.',
  },
  {
    name: 'rounds',
    title: 'Funding rounds',
    noun: 'round',
    most: 50,
    has: [],
    hint: 'Deals are sorted by round in this order. A to D are shown as Series A to Series D.',
  },
  {
    name: 'meetings',
    title: 'Next meetings',
    noun: 'next meeting',
    most: 50,
    has: ['days'],
    hint: 'The number of days after which a next meeting is due, counted from the day it is set. With 0 the deal is urgent; leave it empty for no date.',
  },
];

/** On screen, in messages and in the workbook. */
export const STAGE_LABEL = 'Stage';

export function fundList(name: string | null): FundList | undefined {
  return FUND_LISTS.find((list) => list.name === name);
}

export type Entry = ListEntry & {
  /** Whether filters still offer a retired round or group. */
  isInUse: boolean;
};
export type Stage = Entry & { kind: StageKind };

/** All lists of the fund. */
export function listsOf(rows: Entry[]) {
  const all = rows.toSorted((left, right) => Number(!left.retiredAt) - Number(!right.retiredAt));
  /** The entries of a list in its order, retired ones first. */
  const entries = (list: ListName) => all.filter((entry) => entry.list === list);
  /** The same without retired ones. */
  const listed = (list: ListName) => entries(list).filter(({ retiredAt }) => !retiredAt);
  const names = (list: ListName) => listed(list).map(({ name }) => name);
  /** The entry with this name, a retired one only if none is listed. */
  const named = (list: ListName, name: string) =>
    entries(list).findLast((entry) => entry.name === name);
  /** What an entry of this former name is called now; any other text as it is. */
  const present = (list: ListName, text: string) => {
    if (named(list, text)) return text;
    return entries(list).findLast(({ former }) => former.includes(text))?.name ?? text;
  };
  return { entries, listed, names, named, present };
}
export type Lists = ReturnType<typeof listsOf>;

/** What filters offer: the names of a list, and those of retired ones that something still has. */
export function filterable(lists: Lists, list: ListName): string[] {
  const retired = lists.entries(list).filter(({ retiredAt, isInUse }) => retiredAt && isInUse);
  return [...new Set([...lists.names(list), ...retired.map(({ name }) => name)])];
}

/** The lists whose names stand in the fields of deals and accounts. */
const LIST_OF: Record<string, ListName | undefined> = {
  industries: 'industries',
  fundingRound: 'rounds',
  nextMeetingDate: 'meetings',
  group: 'groups',
};

/** Values of a deal or an account with the names that their entries have now. */
export function withPresentNames<Values extends object>(lists: Lists, values: Values): Values {
  const named = Object.entries(values).map(([key, value]) => [
    key,
    presentValue(lists, key, value),
  ]);
  return Object.fromEntries(named) as Values;
}

/** The same for what a change was from and to. */
export function presentChange(lists: Lists, fields: ChangedFields): ChangedFields {
  const named = Object.entries(fields).map(([key, [from, to]]) => [
    key,
    [presentValue(lists, key, from), presentValue(lists, key, to)],
  ]);
  return Object.fromEntries(named) as ChangedFields;
}

/** A list in which two have become the same has it once. */
function presentValue(lists: Lists, key: string, value: unknown): unknown {
  const list = Object.hasOwn(LIST_OF, key) ? LIST_OF[key] : undefined;
  if (list && typeof value === 'string') return lists.present(list, value);
  if (!list || !Array.isArray(value)) return value;
  const names = value.map((name: string) => lists.present(list, name));
  return names.every((name, i) => name === value[i]) ? value : [...new Set(names)];
}

/** Clears a field of several deals, so that no entry can have this name. */
export const CLEARED = 'none';

/** Won, lost or parked. */
export function isClosed({ kind }: { kind: StageKind }): boolean {
  return kind !== 'open';
}

/** Names of entries are the same whatever their case. */
export function sameName(left: string, right: string): boolean {
  return left.toLowerCase() === right.toLowerCase();
}
