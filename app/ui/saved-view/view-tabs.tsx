import { Link, useLocation } from '@remix-run/react';
import { Menu } from '~/ui/dialog/menu';
import { ButtonForm } from '~/ui/form/button-form';
import { FIRST_PAGE, useAddress } from '~/ui/layout/address';
import type { SavedViewTabs } from './view-tabs.server';

const MAX_VISIBLE_TABS = 10;

interface ViewTabsProps {
  views: SavedViewTabs;
}

export function ViewTabs({ views: { tabs, current } }: ViewTabsProps) {
  const { pathname, search } = useLocation();
  if (!tabs.length) return null;
  const renderTab = (view: SavedViewTabs['tabs'][number]) => (
    <li key={view.id}>
      <Link
        to={view.to}
        className="tab"
        aria-current={view.id === current?.id ? 'page' : undefined}
      >
        {view.name}
        {view.by && <span className="muted">{view.by}</span>}
      </Link>
    </li>
  );
  const more = tabs.slice(MAX_VISIBLE_TABS);
  return (
    <nav aria-label="Views" className="views flex min-w-0 items-center">
      <ul className="scrollbar-none flex overflow-x-auto">
        <li>
          {current || search ? (
            <Link to={pathname} className="tab" aria-current={current ? undefined : 'page'}>
              All
            </Link>
          ) : (
            <span className="tab" aria-current="page">
              All
            </span>
          )}
        </li>
        {tabs.slice(0, MAX_VISIBLE_TABS).map(renderTab)}
      </ul>
      {more.length > 0 && (
        <Menu label="More views" className="tab">
          <ul>{more.map(renderTab)}</ul>
        </Menu>
      )}
    </nav>
  );
}

export function ViewActions({ views: { current, canSave } }: ViewTabsProps) {
  const { pathname, search } = useLocation();
  const back = pathname + search;
  const address = useAddress();
  return (
    <>
      {!new URLSearchParams(search).has('stage') && (
        <Link to={address({ ...FIRST_PAGE, stage: 'open' })} preventScrollReset className="link">
          Open only
        </Link>
      )}
      {current?.canUpdate && (
        <button form="update-view" className="link">
          Update view
        </button>
      )}
      {canSave && (
        <Link to={`/views/new?${new URLSearchParams({ back })}`} className="link">
          {current ? 'Save as new' : 'Save view'}
        </Link>
      )}
    </>
  );
}

/** Form of the "Update view" button, outside the forms of the list's tools. */
export function UpdateViewForm({ views: { current } }: ViewTabsProps) {
  const { pathname, search } = useLocation();
  if (!current?.canUpdate) return null;
  return (
    <ButtonForm id="update-view" action={`/views/${current.id}/update`} failure="Not updated">
      <input type="hidden" name="back" value={pathname + search} />
      <input type="hidden" name="seen" value={current.seen} />
    </ButtonForm>
  );
}
