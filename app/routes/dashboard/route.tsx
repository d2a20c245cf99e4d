import type { LoaderFunctionArgs } from '@remix-run/node';
import { Link, useLoaderData, useLocation, useSearchParams } from '@remix-run/react';
import { hasFilters } from '~/domain/deal/query';
import { formatCount } from '~/domain/text/text';
import { createScoreAction } from '~/http/forms/score.server';
import { readLocale } from '~/http/session/appearance.server';
import { requireUser } from '~/http/session/guards.server';
import { FirstDealLinks } from '~/ui/deal/first-deal';
import { DealFilters } from '~/ui/deal-list/deal-filters';
import { DealsTable } from '~/ui/deal-list/deals-table';
import { DetailsDialog } from '~/ui/deal-list/details-dialog';
import { ExportLink } from '~/ui/deal-list/export-link';
import { ListMenu } from '~/ui/deal-list/list-menu';
import { SELECTION_FORM, SelectionTools } from '~/ui/deal-list/selection-tools';
import { CLOSED_DIALOGS, revalidateUnlessClosing, useAddress } from '~/ui/layout/address';
import { AppLayout } from '~/ui/layout/app-layout';
import { createTitleMeta } from '~/ui/layout/document-head';
import { UpdateViewForm, ViewActions, ViewTabs } from '~/ui/saved-view/view-tabs';
import { FilterChips } from '~/ui/table/filter-bar';
import { Pager } from '~/ui/table/pager';
import { FiguresBand } from './figures-band';
import { OwnersDialog } from './owners-dialog';
import { ReceivedTransfers } from './received-transfers';
import { type DashboardView, loadDashboardView } from './view.server';

export const meta = createTitleMeta('Deal Pipeline Dashboard');

export const shouldRevalidate = revalidateUnlessClosing;

export { clientLoader } from '~/ui/layout/list-cache';

export { clientAction } from '~/ui/form/client-action';

export async function loader({ request }: LoaderFunctionArgs) {
  const viewer = await requireUser(request);
  return loadDashboardView(viewer, new URL(request.url), readLocale(request));
}

export const action = createScoreAction('user');

export default function Dashboard() {
  const view = useLoaderData<typeof loader>();
  const { views, query, list, filters, owners, details } = view;
  const { search } = useLocation();
  const [params] = useSearchParams();
  const address = useAddress();
  const isSelecting = params.has('select');
  return (
    <AppLayout>
      <ListHead {...view} />
      <UpdateViewForm views={views} />
      <ReceivedTransfers {...view} />
      <FiguresBand {...view} />
      <div className="list-tools">
        <DealFilters
          {...view}
          userId={query.userId}
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
      <h2 className="sr-only" aria-describedby="count">
        Deals
      </h2>
      {isSelecting && <SelectionTools />}
      <DealsTable
        rows={list.rows}
        customHeads={list.customHeads}
        sort={query.sort}
        caption="Deals"
        columns={view.columns}
        selectionForm={isSelecting ? SELECTION_FORM : undefined}
        empty={hasFilters(query) ? <NoMatchingDeals /> : <NoDeals />}
      />
      <Pager {...list} noun="deals" withSizes={false} />
      {details && params.has('details') && <DetailsDialog details={details} />}
      {owners && params.has('owners') && <OwnersDialog owners={owners} selected={query.userId} />}
    </AppLayout>
  );
}

function ListHead({ list, filters, views }: Pick<DashboardView, 'list' | 'filters' | 'views'>) {
  return (
    <div className="list-head">
      <h1>Deal Pipeline Dashboard</h1>
      <ViewTabs views={views} />
      <p id="count" className="text-ink-muted" role="status">
        {formatCount(list.total, 'deal')}
      </p>
      <FilterChips chips={filters} />
      <ViewActions views={views} />
    </div>
  );
}

function NoDeals() {
  return (
    <>
      <p className="text-title font-semibold">No pipelines found</p>
      <p className="mt-1 text-ink-muted">Create your first deal pipeline to get started</p>
      <FirstDealLinks />
    </>
  );
}

function NoMatchingDeals() {
  return (
    <>
      <p className="text-title font-semibold">No matching deals</p>
      <p className="mt-1 text-ink-muted">No deals match these filters.</p>
      <Link to="/dashboard" className="btn mt-4">
        Clear filters
      </Link>
    </>
  );
}
