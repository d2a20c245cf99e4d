import { buildChoiceFilters, DAY_FILTERS, type DayFilter } from '~/domain/deal/filters';
import { getFundingRoundLabel } from '~/domain/deal/offered-values';
import type { DealQuery, FilterName } from '~/domain/deal/query';
import { buildRecord } from '~/domain/record';
import { STAGE_KINDS } from '~/domain/stage/kinds';
import { formatCount, formatNumber } from '~/domain/text/text';

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

const SINCE_LABELS: Record<DayFilter, string> = {
  createdSince: 'Created',
  updatedSince: 'Updated',
  movedSince: 'Score moved',
  notedSince: 'New notes',
};

export function describeActiveFilters(query: DealQuery, names: FilterNames): ActiveFilter[] {
  const { industry, round, group, userId, owner, importId } = query;
  const { scoreMin, scoreMax, sizeMin, sizeMax, quiet } = query;
  const values: Record<FilterName, [label: string, value: string | undefined]> = {
    search: ['Search', query.search],
    industry: ['Industry', industry],
    round: ['Round', getFundingRoundLabel(round)],
    group: ['Group', group],
    stage: ['Stage', query.stage?.map(getStageLabel).join(', ')],
    userId: [names.ownerLabel, userId && (names.owner ?? 'unknown')],
    owner: [names.ownerLabel, owner],
    ...buildChoiceFilters((name, { label, values }): [string, string | undefined] => [
      label,
      values[query[name] ?? ''],
    ]),
    import: ['Import', importId === undefined ? '' : (names.importName ?? 'unknown')],
    scoreMin: ['Score', scoreMin === undefined ? '' : `${scoreMin} or more`],
    scoreMax: ['Score', scoreMax === undefined ? '' : `${scoreMax} or less`],
    sizeMin: ['Target size', sizeMin === undefined ? '' : `${formatNumber(sizeMin)} or more`],
    sizeMax: ['Target size', sizeMax === undefined ? '' : `${formatNumber(sizeMax)} or less`],
    currency: ['Currency', query.currency],
    text: ['Notes and introduction', query.text],
    ...buildRecord(DAY_FILTERS, (name): [string, string | undefined] => [
      SINCE_LABELS[name],
      formatSince(query[name]),
    ]),
    quiet: ['Quiet', quiet === undefined ? '' : `for ${formatCount(quiet, 'day')}`],
  };
  return Object.entries(values).flatMap(([name, [label, value]]) =>
    value ? [{ name, label, value }] : [],
  );
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
