import { buildChoiceFilters } from '~/domain/deal/filters';
import { toFundingRoundOption, toOption } from '~/domain/deal/offered-values';
import type { DealQuery } from '~/domain/deal/query';
import type { Sort } from '~/domain/deal/sort';
import { getOptionLists } from '~/domain/option-list/list.server';
import { listFilterOptions } from '~/domain/option-list/option-lists';
import { STAGE_KINDS } from '~/domain/stage/kinds';
import { getStageLabel } from '~/format/active-filters';
import { listSortOptions } from './sort-options.server';

function toOptions<Value extends string>(
  values: Iterable<Value>,
  getLabel: (value: Value) => string,
) {
  return Array.from(values, (value) => ({ value, label: getLabel(value) }));
}

function listChoiceSelects() {
  const selects = buildChoiceFilters((name, { label, select }) => ({ name, label, select }));
  return Object.values(selects).flatMap(({ name, label, select }) =>
    select
      ? {
          name,
          label,
          all: select.all,
          options: toOptions(Object.keys(select.options), (value) => select.options[value]!),
        }
      : [],
  );
}

export async function loadFilterOptions(query: DealQuery, sorts: readonly Sort[]) {
  const lists = await getOptionLists();
  return {
    stages: toOptions<string>([...STAGE_KINDS, ...lists.listActiveNames('stages')], getStageLabel),
    rounds: listFilterOptions(lists, 'rounds').map(toFundingRoundOption),
    groups: listFilterOptions(lists, 'groups').map(toOption),
    sorts: await listSortOptions(sorts, query.sort),
    choices: listChoiceSelects(),
    choicesByLink: buildChoiceFilters((name, { select }) => (select ? undefined : query[name])),
  };
}
export type FilterOptions = Awaited<ReturnType<typeof loadFilterOptions>>;
