import { Link, useSearchParams } from '@remix-run/react';
import { CLOSED, useAddress } from '~/components/frame/address';
import { DensitySwitch } from '~/components/frame/appearance';
import { ViewActs } from './view-tabs';
import type { ViewTabsData } from '~/models/view/list.server';

/** Quiet links at the right of the dashboard's head. */
export function ListActs({ views }: { views: ViewTabsData }) {
  const address = useAddress();
  const [params] = useSearchParams();
  return (
    <div className="list-acts">
      <ViewActs views={views} />
      {!params.has('select') && (
        <Link to={address({ ...CLOSED, select: 'on' })} preventScrollReset className="link">
          Select
        </Link>
      )}
      <DensitySwitch />
    </div>
  );
}
