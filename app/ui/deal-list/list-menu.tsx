import { Link, useLocation, useSearchParams } from '@remix-run/react';
import type { ReactNode } from 'react';
import { Menu } from '~/ui/dialog/menu';
import { CLOSED_DIALOGS, useAddress } from '~/ui/layout/address';
import { DensitySwitch } from '~/ui/layout/appearance';
import { PageSizes } from '~/ui/table/pager';

interface ListMenuProps {
  size: number;
  canSelect?: boolean;
  children?: ReactNode;
}

export function ListMenu({ size, canSelect, children }: ListMenuProps) {
  const address = useAddress();
  const { pathname, search } = useLocation();
  const [params] = useSearchParams();
  const back = new URLSearchParams({ back: pathname + search });
  return (
    <Menu label="Options">
      <Link to="/import">Import</Link>
      <a href={`${pathname}/print${search}`}>Print</a>
      <Link to={`${pathname}/doubles`}>Find duplicates</Link>
      <Link to={`/columns?${back}`}>Columns</Link>
      <Link to={`/filters?${back}`}>Filter by custom fields</Link>
      {canSelect && !params.has('select') && (
        <Link to={address({ ...CLOSED_DIALOGS, select: 'on' })} preventScrollReset>
          Select
        </Link>
      )}
      <DensitySwitch />
      <PageSizes size={size} />
      {children}
    </Menu>
  );
}
