import { STAGE_KINDS } from '~/models/lists/lists';
import { stageLabel } from '~/models/pipeline/active-filters';
import { type PipelineQuery, type Sort, WHOSE, WHOSE_LABELS } from '~/models/pipeline/query';
import { sortOptions } from './own.server';
import { listStages } from '~/models/stage/stages.server';

function options<Value extends string>(values: Iterable<Value>, labelOf: (value: Value) => string) {
  return Array.from(values, (value) => ({ value, label: labelOf(value) }));
}

/** What the selects of a list's filters offer, and the sort that it has. */
export async function offeredFilters({ sort }: PipelineQuery, sorts: readonly Sort[]) {
  const names = (await listStages()).listed.map(({ name }) => name);
  return {
    stages: options<string>([...STAGE_KINDS, ...names], stageLabel),
    sorts: await sortOptions(sorts, sort),
    whose: options(WHOSE, (value) => WHOSE_LABELS[value]),
    due: [
      { value: 'overdue', label: 'Overdue' },
      { value: 'week', label: 'Due this week' },
    ],
    scored: [
      { value: 'yes', label: 'Scored' },
      { value: 'no', label: 'Not scored' },
    ],
  };
}
export type Offered = Awaited<ReturnType<typeof offeredFilters>>;
