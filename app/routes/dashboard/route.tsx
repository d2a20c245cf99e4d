import { useLoaderData, useSearchParams } from '@remix-run/react';
import { lazy, Suspense } from 'react';
import { createListAction } from '~/http/forms/list-cells.server';
import { DealsTable } from '~/ui/deal-list/deals-table';
import { EmptyList } from '~/ui/deal-list/empty-list';
import { SELECTION_FORM, SelectionTools } from '~/ui/deal-list/selection-tools';
import { revalidateUnlessClosing } from '~/ui/layout/address';
import { AppLayout } from '~/ui/layout/app-layout';
import { createTitleMeta } from '~/ui/layout/document-head';
import { FiguresBand } from './figures-band';
import { ListDialogs } from './list-dialogs';
import { ListHead } from './list-head';
import { ListTools } from './list-tools';
import type { loader } from './view.server';

/** Loaded on demand: most lists have no notices. */
const ReceivedTransfers = lazy(() => import('./received-transfers'));

export const meta = createTitleMeta('Deal Pipeline Dashboard');

export const shouldRevalidate = revalidateUnlessClosing;

export { clientLoader } from '~/ui/layout/list-cache';

export { clientAction } from '~/ui/form/client-action';

export const action = createListAction('user');

export { loader } from './view.server';

export default function Dashboard() {
  const view = useLoaderData<typeof loader>();
  const { query, list } = view;
  const [params] = useSearchParams();
  const isSelecting = params.has('select');
  return (
    <AppLayout>
      <ListHead {...view} />
      {view.transfers.length > 0 && (
        <Suspense>
          <ReceivedTransfers {...view} />
        </Suspense>
      )}
      <FiguresBand {...view} />
      <ListTools {...view} />
      <h2 className="sr-only" aria-describedby="count">
        Deals
      </h2>
      {isSelecting && <SelectionTools />}
      <DealsTable
        list={list}
        sort={query.sort}
        caption="Deals"
        columns={view.columns}
        selectionForm={isSelecting ? SELECTION_FORM : undefined}
        empty={<EmptyList query={query} />}
      />
      <ListDialogs {...view} />
    </AppLayout>
  );
}
