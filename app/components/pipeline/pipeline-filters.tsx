import type { ReactNode } from 'react';
import { DEFAULT_PAGE_SIZE } from '~/models/page';
import { roundLabel, ROUNDS } from '~/models/pipeline/options';
import { type PipelineQuery, type Sort, SORT_LABELS } from '~/models/pipeline/query';
import { FilterBar, FilterSelect, SearchBox } from './filter-bar';
import { FiltersButton } from './filters-button';

interface PipelineFiltersProps {
  query: PipelineQuery;
  industries: { industry: string; deals: number }[];
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
  const hidden = {
    userId,
    part: query.part,
    import: query.importId ? String(query.importId) : undefined,
    size: size === DEFAULT_PAGE_SIZE ? undefined : String(size),
  };
  const { industry, round, group, owner, userId: ownerId, part, importId } = query;
  return (
    <FilterBar hidden={hidden}>
      <SearchBox value={query.search} />
      <FiltersButton active={[industry, round, group, owner, ownerId, part, importId]} />
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
        options={ROUNDS.map((value) => ({ value, label: roundLabel(value) }))}
        value={round}
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
