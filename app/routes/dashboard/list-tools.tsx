import { Link, useLocation } from '@remix-run/react';
import { DealFilters } from '~/ui/deal-list/deal-filters';
import { ExportLink } from '~/ui/deal-list/export-link';
import { ListMenu } from '~/ui/deal-list/list-menu';
import { CLOSED_DIALOGS, useAddress } from '~/ui/layout/address';
import type { DashboardView } from './view.server';

export function ListTools(view: DashboardView) {
  const { views, query, list, filters } = view;
  const { search } = useLocation();
  const address = useAddress();
  return (
    <div className="list-tools">
      <DealFilters
        {...view}
        active={filters.length - Number(Boolean(query.search))}
        size={list.size}
      />
      <Link to={address({ ...CLOSED_DIALOGS, owners: '' })} preventScrollReset className="btn">
        Filter by Owner
      </Link>
      <ExportLink query={search} />
      <ListMenu size={list.size} canSelect>
        {views.tabs.length > 0 && <Link to="/views">Manage views</Link>}
        <Link to="/deleted">Recently deleted</Link>
      </ListMenu>
    </div>
  );
}
