import {
  DAY_FILTERS,
  type DayFilter,
  type DueFilter,
  PART_LABELS,
  WHOSE_LABELS,
} from '~/domain/deal/filters';
import { getRoundLabel } from '~/domain/deal/offered-values';
import type { DealQuery, FilterName } from '~/domain/deal/query';
import { buildRecord } from '~/domain/record';
import { STAGE_KINDS } from '~/domain/stage/kinds';
import { formatCount } from '~/domain/text/text';

export interface ActiveFilter {
  name: string;
  label: string;
  value: string;
}

interface FilterNames {
  ownerLabel: string;
  owner?: string;
  importName?: string;
}

export const DUE_LABELS: Record<DueFilter, string> = { overdue: 'Overdue', week: 'Due this week' };

const SINCE_LABELS: Record<DayFilter, string> = {
  createdSince: 'Created',
  updatedSince: 'Updated',
  movedSince: 'Score moved',
  notedSince: 'New notes',
};

export function describeActiveFilters(query: DealQuery, names: FilterNames): ActiveFilter[] {
  const { industry, round, group, userId, owner, part, importId } = query;
  const { due, scored, scoreMin, scoreMax, sizeMin, sizeMax, quiet } = query;
  const values: Record<FilterName, [label: string, value: string | undefined]> = {
    search: ['Search', query.search],
    industry: ['Industry', industry],
    round: ['Round', getRoundLabel(round)],
    group: ['Group', group],
    stage: ['Stage', query.stage?.map(getStageLabel).join(', ')],
    userId: [names.ownerLabel, userId && (names.owner ?? 'unknown')],
    owner: [names.ownerLabel, owner],
    whose: ['Whose', query.whose && WHOSE_LABELS[query.whose]],
    part: ['Only', part && PART_LABELS[part]],
    import: ['Import', importId === undefined ? '' : (names.importName ?? 'unknown')],
    due: ['Due', due && DUE_LABELS[due]],
    scored: ['Scored', scored],
    scoreMin: ['Score', scoreMin === undefined ? '' : `${scoreMin} or more`],
    scoreMax: ['Score', scoreMax === undefined ? '' : `${scoreMax} or less`],
    sizeMin: ['Target size', sizeMin === undefined ? '' : `${formatAmount(sizeMin)} or more`],
    sizeMax: ['Target size', sizeMax === undefined ? '' : `${formatAmount(sizeMax)} or less`],
    currency: ['Currency', query.currency],
    text: ['Notes and introduction', query.text],
    ...buildRecord(DAY_FILTERS, (name): [string, string | undefined] => [
      SINCE_LABELS[name],
      formatSince(query[name]),
    ]),
    quiet: ['Quiet', quiet === undefined ? '' : `for ${formatCount(quiet, 'day')}`],
    evaluated: ['Evaluated', query.evaluated],
    stalled: ['Stalled', query.stalled],
    lookAgain: ['Look again', query.lookAgain && 'due'],
  };
  return Object.entries(values).flatMap(([name, [label, value]]) =>
    value ? [{ name, label, value }] : [],
  );
}

function formatAmount(amount: number): string {
  return amount.toLocaleString('en-US');
}

/** Returns the label of a stage, or of all stages of a kind ('Won only'). */
export function getStageLabel(stage: string): string {
  const isKind = STAGE_KINDS.some((kind) => kind === stage);
  return isKind ? `${stage[0]!.toUpperCase()}${stage.slice(1)} only` : stage;
}

function formatSince(days: number | undefined): string | undefined {
  if (days === undefined) return undefined;
  return days ? `in the last ${formatCount(days, 'day')}` : 'today';
}
