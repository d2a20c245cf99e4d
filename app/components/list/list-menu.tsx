import { Link, useLocation, useSearchParams } from '@remix-run/react';
import type { ReactNode } from 'react';
import { CLOSED, useAddress } from '~/components/frame/address';
import { DensitySwitch } from '~/components/frame/appearance';
import { Menu } from '~/components/frame/menu';
import { PageSizes } from './pager';

interface ListMenuProps {
  /** Rows of a page. */
  size: number;
  /** Where rows are selected only when asked. */
  canSelect?: boolean;
  children?: ReactNode;
}

/** What a list of deals can do besides filtering (rule 5.31). */
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
      <Link to={`/filters?${back}`}>Filter by own fields</Link>
      {canSelect && !params.has('select') && (
        <Link to={address({ ...CLOSED, select: 'on' })} preventScrollReset>
          Select
        </Link>
      )}
      <DensitySwitch />
      <PageSizes size={size} />
      {children}
    </Menu>
  );
}
