import { filterable, STAGE_KINDS } from '~/models/lists/lists';
import { DUE_LABELS, stageLabel } from '~/models/pipeline/active-filters';
import { DUES, type PipelineQuery, type Sort, WHOSE, WHOSE_LABELS } from '~/models/pipeline/query';
import { sortOptions } from './own.server';
import { currentLists } from '~/models/lists/list.server';
import { option, roundOption } from '~/models/pipeline/options';

function options<Value extends string>(values: Iterable<Value>, labelOf: (value: Value) => string) {
  return Array.from(values, (value) => ({ value, label: labelOf(value) }));
}

/** The options of a list's filters, and its sort. */
export async function offeredFilters({ sort }: PipelineQuery, sorts: readonly Sort[]) {
  const lists = await currentLists();
  return {
    stages: options<string>([...STAGE_KINDS, ...lists.names('stages')], stageLabel),
    rounds: filterable(lists, 'rounds').map(roundOption),
    groups: filterable(lists, 'groups').map(option),
    sorts: await sortOptions(sorts, sort),
    whose: options(WHOSE, (value) => WHOSE_LABELS[value]),
    due: options(DUES, (value) => DUE_LABELS[value]),
    scored: [
      { value: 'yes', label: 'Scored' },
      { value: 'no', label: 'Not scored' },
    ],
  };
}
export type Offered = Awaited<ReturnType<typeof offeredFilters>>;
