import type { LoaderFunctionArgs } from '@remix-run/node';
import { Link, useLoaderData, useLocation, useSearchParams } from '@remix-run/react';
import { MAX_SEARCH_LENGTH } from '~/domain/search/search-term';
import { formatCount } from '~/domain/text/text';
import { createScoreAction } from '~/http/forms/score.server';
import { readLocale } from '~/http/session/appearance.server';
import { requireStaff } from '~/http/session/guards.server';
import { AdminLayout } from '~/ui/admin/admin-layout';
import { DealFilters } from '~/ui/deal-list/deal-filters';
import { DealsTable } from '~/ui/deal-list/deals-table';
import { DetailsDialog } from '~/ui/deal-list/details-dialog';
import { ExportLink } from '~/ui/deal-list/export-link';
import { ListMenu } from '~/ui/deal-list/list-menu';
import { TextBox } from '~/ui/deal-list/more-filters';
import { SELECTION_FORM, SelectionTools } from '~/ui/deal-list/selection-tools';
import { revalidateUnlessClosing } from '~/ui/layout/address';
import { createTitleMeta } from '~/ui/layout/document-head';
import { UpdateViewForm, ViewActions, ViewTabs } from '~/ui/saved-view/view-tabs';
import { FilterChips, FilterSelect, GroupFilter } from '~/ui/table/filter-bar';
import { Pager } from '~/ui/table/pager';
import { loadAdminDealsView } from './view.server';

export const meta = createTitleMeta('All Pipelines');

export const shouldRevalidate = revalidateUnlessClosing;

export { clientLoader } from '~/ui/layout/list-cache';

export { clientAction } from '~/ui/form/client-action';

export async function loader({ request }: LoaderFunctionArgs) {
  const viewer = await requireStaff(request);
  return loadAdminDealsView(viewer, new URL(request.url).searchParams, readLocale(request));
}

export const action = createScoreAction('staff');

export default function AllDeals() {
  const { figures, views, columns, offered, query, list, industries, owners, filters, details } =
    useLoaderData<typeof loader>();
  const { search } = useLocation();
  const [params] = useSearchParams();
  return (
    <AdminLayout figures={figures}>
      <div className="list-tools">
        <DealFilters
          query={query}
          industries={industries}
          offered={offered}
          userId={owners ? undefined : query.userId}
          active={filters.length - Number(Boolean(query.search))}
          size={list.size}
        >
          <GroupFilter options={offered.groups} value={query.group} />
          <OwnerFilter owners={owners} query={query} />
        </DealFilters>
        <ExportLink query={search} />
        <ListMenu size={list.size}>
          {views.tabs.length > 0 && <Link to="/views">Manage views</Link>}
        </ListMenu>
      </div>
      <h2 className="sr-only" aria-describedby="count">
        All deals
      </h2>
      <ViewTabs views={views} />
      <UpdateViewForm views={views} />
      <SelectionTools>
        <p id="count" className="text-ink-muted" role="status">
          {formatCount(list.total, 'deal')}
        </p>
        <FilterChips chips={filters} />
        <ViewActions views={views} />
      </SelectionTools>
      <DealsTable
        rows={list.rows}
        customHeads={list.customHeads}
        sort={query.sort}
        caption="All deals"
        columns={columns}
        selectionForm={SELECTION_FORM}
        empty={<NoDeals />}
      />
      <Pager {...list} noun="deals" withSizes={false} />
      {details && params.has('details') && <DetailsDialog details={details} />}
    </AdminLayout>
  );
}

type ListData = ReturnType<typeof useLoaderData<typeof loader>>;

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
      className="input w-48!"
    />
  );
}

function NoDeals() {
  const { search } = useLocation();
  return (
    <>
      <p className="text-title font-semibold">No pipelines found</p>
      <p className="mt-1 text-ink-muted">
        {search ? 'No deals match these filters.' : 'No deals have been added yet.'}
      </p>
      {search && (
        <Link to="/admin/pipelines" className="btn mt-4">
          Clear filters
        </Link>
      )}
    </>
  );
}
