import { useSearchParams } from '@remix-run/react';
import { DetailsDialog } from '~/ui/deal-list/details-dialog';
import { OwnersDialog } from './owners-dialog';
import type { DashboardView } from './view.server';

/** Shows the dialog that the address names. */
export function ListDialogs({ details, owners, query }: DashboardView) {
  const [params] = useSearchParams();
  return (
    <>
      {details && params.has('details') && <DetailsDialog details={details} />}
      {owners && params.has('owners') && <OwnersDialog owners={owners} selected={query.userId} />}
    </>
  );
}
