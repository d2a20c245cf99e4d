import type { ReactNode } from 'react';
import type { DealQuery } from '~/domain/deal/query';
import { DEFAULT_PAGE_SIZE } from '~/domain/pagination';
import { pick } from '~/domain/record';
import { useKeptParams } from '~/ui/layout/address';
import { FilterBar, FilterSelect, SearchBox } from '~/ui/table/filter-bar';
import type { FilterOptions } from './filter-options.server';
import type { loadIndustriesView } from './list-view.server';
import { MoreFilters } from './more-filters';

interface DealFiltersProps {
  query: DealQuery;
  industries: Awaited<ReturnType<typeof loadIndustriesView>>;
  offered: FilterOptions;
  active: number;
  size: number;
  hasGroupFilter?: boolean;
  /** Filters of the address that this page has no control for. */
  hiddenFilters?: ('userId' | 'owner' | 'group')[];
  children?: ReactNode;
}

export function DealFilters({
  query,
  industries,
  offered,
  active,
  size,
  hasGroupFilter,
  hiddenFilters = hasGroupFilter ? ['userId', 'owner'] : ['userId', 'owner', 'group'],
  children,
}: DealFiltersProps) {
  const { industry, round, stage = [] } = query;
  const hidden = {
    ...useKeptParams(),
    ...query.customFields,
    import: query.importId,
    ...offered.choicesByLink,
    ...pick(query, ['movedSince', 'notedSince', 'quiet', ...hiddenFilters]),
    size: size === DEFAULT_PAGE_SIZE ? undefined : size,
    // Omits several stages, as a select has one value.
    stage: stage.length > 1 ? stage : undefined,
  };
  return (
    <FilterBar hidden={hidden}>
      <SearchBox
        value={query.search}
        what="companies"
        hint="Filters this list by company and its people"
      />
      {/* Shows and hides the controls beside it on a phone, as a closed `<details>` cannot show
         its content. */}
      <details className="filters-button md:hidden">
        <summary className="btn">Filters{active > 0 && ` (${active})`}</summary>
      </details>
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
      <MoreFilters query={query} offered={offered} hasGroupFilter={hasGroupFilter} />
    </FilterBar>
  );
}
