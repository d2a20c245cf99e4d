import type { ReactNode } from 'react';
import { DEFAULT_PAGE_SIZE } from '~/models/page';
import { pick } from '~/models/record';
import type { PipelineQuery } from '~/models/pipeline/query';
import { useKept } from '~/components/frame/address';
import type { Offered } from '~/screens/dashboard/offered.server';
import { FilterBar, FilterSelect, SearchBox } from './filter-bar';
import { MoreFilters } from './more-filters';

interface PipelineFiltersProps {
  query: PipelineQuery;
  industries: { industry: string; deals: number }[];
  offered: Offered;
  userId?: string;
  /** How many filters are active, without the search. */
  active: number;
  size: number;
  withGroup?: boolean;
  children?: ReactNode;
}

export function PipelineFilters({
  query,
  industries,
  offered,
  userId,
  active,
  size,
  withGroup,
  children,
}: PipelineFiltersProps) {
  const { industry, round, stage = [] } = query;
  const hidden = {
    ...useKept(),
    ...query.own,
    userId,
    import: query.importId,
    ...pick(query, [
      'part',
      'movedSince',
      'notedSince',
      'quiet',
      'evaluated',
      'stalled',
      'lookAgain',
    ]),
    size: size === DEFAULT_PAGE_SIZE ? undefined : size,
    // A select has one.
    stage: stage.length > 1 ? stage : undefined,
  };
  return (
    <FilterBar hidden={hidden}>
      <SearchBox value={query.search} />
      <FiltersButton count={active} />
      <FilterSelect
        name="industry"
        label="Industry"
        all="All Industries"
        options={industries.map(({ industry: value, deals }) => ({ value, label: value, deals }))}
        value={industry}
      />
      <FilterSelect
        name="round"
        label="Round"
        all="All Rounds"
        options={offered.rounds}
        value={round}
      />
      {children}
      <FilterSelect name="sort" label="Sort" options={offered.sorts} value={query.sort} />
      <MoreFilters query={query} offered={offered} withGroup={withGroup} />
    </FilterBar>
  );
}

/**
 * On a phone, shows and hides the controls that stand beside it; elsewhere they are always there
 * and it is not. A `<details>` without content of its own, as a closed one's cannot be shown.
 */
function FiltersButton({ count }: { count: number }) {
  return (
    <details className="filters-button">
      <summary className="btn">Filters{count > 0 && ` (${count})`}</summary>
    </details>
  );
}
