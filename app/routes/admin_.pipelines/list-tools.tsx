import { Link, type useLoaderData, useLocation } from '@remix-run/react';
import { MAX_SEARCH_LENGTH } from '~/domain/search/search-term';
import { DealFilters } from '~/ui/deal-list/deal-filters';
import { ExportLink } from '~/ui/deal-list/export-link';
import { ListMenu } from '~/ui/deal-list/list-menu';
import { TextBox } from '~/ui/deal-list/more-filters';
import { FilterSelect, GroupFilter } from '~/ui/table/filter-bar';
import type { loader } from './view.server';

type ListData = ReturnType<typeof useLoaderData<typeof loader>>;

export function ListTools({ views, offered, query, list, industries, owners, filters }: ListData) {
  const { search } = useLocation();
  return (
    <div className="list-tools">
      <DealFilters
        query={query}
        industries={industries}
        offered={offered}
        hiddenFilters={owners ? ['owner'] : ['userId']}
        active={filters.length - Number(Boolean(query.search))}
        size={list.size}
      >
        <GroupFilter label="Group" options={offered.groups} value={query.group} />
        <OwnerFilter owners={owners} query={query} />
      </DealFilters>
      <ExportLink query={search} />
      <ListMenu size={list.size}>
        {views.tabs.length > 0 && <Link to="/views">Manage views</Link>}
      </ListMenu>
    </div>
  );
}

function OwnerFilter({ owners, query }: Pick<ListData, 'owners' | 'query'>) {
  if (owners)
    return (
      <FilterSelect
        name="userId"
        label="User"
        all="All Users"
        options={owners}
        value={query.userId}
      />
    );
  return (
    <TextBox
      type="search"
      name="owner"
      label="User name or email"
      value={query.owner}
      maxLength={MAX_SEARCH_LENGTH}
      className="input w-48"
    />
  );
}
