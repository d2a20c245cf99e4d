import type { ReactNode } from 'react';
import { DEFAULT_PAGE_SIZE } from '~/models/page';
import { roundLabel, ROUNDS } from '~/models/pipeline/options';
import { type PipelineQuery, type Sort, SORT_LABELS } from '~/models/pipeline/query';
import { FilterBar, FilterSelect, SearchBox } from './filter-bar';

interface PipelineFiltersProps {
  query: PipelineQuery;
  industries: readonly string[];
  sorts: readonly Sort[];
  userId?: string;
  size: number;
  children?: ReactNode;
}

export function PipelineFilters({
  query,
  industries,
  sorts,
  userId,
  size,
  children,
}: PipelineFiltersProps) {
  const offered = sorts.includes(query.sort) ? sorts : [...sorts, query.sort];
  const hidden = { userId, size: size === DEFAULT_PAGE_SIZE ? undefined : String(size) };
  return (
    <FilterBar hidden={hidden}>
      <SearchBox value={query.search} />
      <FilterSelect
        name="industry"
        label="Industry"
        all="All Industries"
        options={industries.map((value) => ({ value, label: value }))}
        value={query.industry}
      />
      <FilterSelect
        name="round"
        label="Round"
        all="All Rounds"
        options={ROUNDS.map((value) => ({ value, label: roundLabel(value) }))}
        value={query.round}
      />
      {children}
      <FilterSelect
        name="sort"
        label="Sort"
        options={offered.map((value) => ({ value, label: SORT_LABELS[value] }))}
        value={query.sort}
      />
    </FilterBar>
  );
}
