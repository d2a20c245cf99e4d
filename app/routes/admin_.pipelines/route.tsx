import { Link, useLoaderData, useLocation, useSearchParams } from '@remix-run/react';
import { formatCount } from '~/domain/text/text';
import { createListAction } from '~/http/forms/list-cells.server';
import { AdminLayout } from '~/ui/admin/admin-layout';
import { DealsTable } from '~/ui/deal-list/deals-table';
import DetailsDialog from '~/ui/deal-list/details-dialog';
import { SELECTION_FORM, SelectionTools } from '~/ui/deal-list/selection-tools';
import { revalidateUnlessClosing } from '~/ui/layout/address';
import { createTitleMeta } from '~/ui/layout/document-head';
import { UpdateViewForm, ViewActions, ViewTabs } from '~/ui/saved-view/view-tabs';
import { FilterChips } from '~/ui/table/filter-bar';
import { ListTools } from './list-tools';
import type { loader } from './view.server';

export const meta = createTitleMeta('All Pipelines');

export const shouldRevalidate = revalidateUnlessClosing;

export { clientLoader } from '~/ui/layout/list-cache';

export { clientAction } from '~/ui/form/client-action';

export const action = createListAction('staff');

export { loader } from './view.server';

export default function AllDeals() {
  const view = useLoaderData<typeof loader>();
  const { figures, views, columns, query, list, filters, details } = view;
  const [params] = useSearchParams();
  return (
    <AdminLayout figures={figures}>
      <ListTools {...view} />
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
        list={list}
        sort={query.sort}
        caption="All deals"
        columns={columns}
        selectionForm={SELECTION_FORM}
        empty={<NoDeals />}
      />
      {details && params.has('details') && <DetailsDialog details={details} />}
    </AdminLayout>
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
