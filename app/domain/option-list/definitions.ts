import type { OptionListName } from '#db/schema';

export interface OptionListDefinition {
  name: OptionListName;
  title: string;
  noun: string;
  maxOptions: number;
  attributes: readonly ('kind' | 'days')[];
  hint?: string;
}

export const OPTION_LIST_DEFINITIONS: readonly OptionListDefinition[] = [
  {
    name: 'stages',
    title: 'Stages',
    noun: 'stage',
    maxOptions: 20,
    attributes: ['kind', 'days'],
    hint: 'A deal that stays in a stage for more than its number of days is listed as stalled in the review.',
  },
  { name: 'reasons', title: 'Reasons for closing', noun: 'reason', maxOptions: 50, attributes: [] },
  { name: 'industries', title: 'Industries', noun: 'industry', maxOptions: 100, attributes: [] },
  {
    name: 'groups',
    title: 'Groups',
    noun: 'group',
    maxOptions: 50,
    attributes: [],
    hint: 'Groups of accounts. New accounts are in CCBI, even if it was renamed, or in the first group if it was retired.',
  },
  {
    name: 'rounds',
    title: 'Funding rounds',
    noun: 'round',
    maxOptions: 50,
    attributes: [],
    hint: 'Deals are sorted by round in this order. A to D are shown as Series A to Series D.',
  },
  {
    name: 'meetings',
    title: 'Next meetings',
    noun: 'next meeting',
    maxOptions: 50,
    attributes: ['days'],
    hint: 'The number of days after which a next meeting is due, counted from the day it is set. With 0 the deal is urgent; leave it empty for no date.',
  },
];

export function findOptionListDefinition(name: string | null): OptionListDefinition | undefined {
  return OPTION_LIST_DEFINITIONS.find((list) => list.name === name);
}
