import type { ListEntry, ListName, StageKind } from '#db/schema';

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
  /** Of one entry. */
  noun: string;
  most: number;
  /** What an entry has beside its name. */
  has: readonly ('kind' | 'days')[];
  daysHint?: string;
}

export const FUND_LISTS: readonly FundList[] = [
  {
    name: 'stages',
    title: 'Stages',
    noun: 'stage',
    most: 20,
    has: ['kind', 'days'],
    daysHint: 'A deal that is longer in a stage than its days stands in the review as stalled.',
  },
  { name: 'reasons', title: 'Reasons for closing', noun: 'reason', most: 50, has: [] },
];

/** On screen, in messages and in the workbook. */
export const STAGE_LABEL = 'Stage';

export function fundList(name: string | null): FundList | undefined {
  return FUND_LISTS.find((list) => list.name === name);
}

export type Stage = ListEntry & { kind: StageKind };

/** Won, lost or parked. */
export function isClosed({ kind }: { kind: StageKind }): boolean {
  return kind !== 'open';
}

/** Names of entries are the same whatever their case. */
export function sameName(one: string, other: string): boolean {
  return one.toLowerCase() === other.toLowerCase();
}
