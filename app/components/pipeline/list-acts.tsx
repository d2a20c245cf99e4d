import { Link, useSearchParams } from '@remix-run/react';
import { CLOSED, useAddress } from '~/components/frame/address';
import { DensitySwitch } from '~/components/frame/appearance';

/** Quiet links at the right of a list's head. */
export function ListActs() {
  const address = useAddress();
  const [params] = useSearchParams();
  return (
    <div className="list-acts">
      {!params.has('select') && (
        <Link to={address({ ...CLOSED, select: 'on' })} preventScrollReset className="link">
          Select
        </Link>
      )}
      <DensitySwitch />
    </div>
  );
}
