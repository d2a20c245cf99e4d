import { Form, Link, useLocation, useSearchParams } from '@remix-run/react';
import { getShortName } from '~/domain/person/names';
import { MAX_SEARCH_LENGTH } from '~/domain/search/search-term';
import { Dialog } from '~/ui/dialog/dialog';
import { CLOSED_DIALOGS, FIRST_PAGE, useAddress } from '~/ui/layout/address';
import type { OwnersView } from './view.server';

export default function OwnersDialog({
  owners,
  selected,
}: {
  owners: OwnersView;
  selected: string;
}) {
  const address = useAddress();
  const to = (userId?: string) => address({ ...FIRST_PAGE, userId });
  return (
    <Dialog title="Filter by Owner" close={address(CLOSED_DIALOGS)}>
      {(owners.hasMore || owners.search) && <OwnerSearch search={owners.search} />}
      <ul className="grid grid-cols-1 gap-1">
        <li>
          <Link to={to()} className="nav w-full" aria-current={!selected || undefined}>
            All owners
          </Link>
        </li>
        {owners.list.map(({ id, firstName, email }) => (
          <li key={id}>
            <Link
              to={to(id)}
              className="nav w-full gap-2"
              aria-current={id === selected || undefined}
            >
              <span className={firstName ? 'max-w-[60%] flex-none truncate text-ink' : 'text-ink'}>
                {getShortName({ firstName, email })}
              </span>
              {firstName && <span className="truncate">{email}</span>}
            </Link>
          </li>
        ))}
      </ul>
      {owners.hasMore && (
        <p className="muted mt-2">
          These are the first {owners.list.length}. Search by name or email to find others.
        </p>
      )}
      {!owners.list.length && <p className="muted mt-2">Nobody matches this search.</p>}
    </Dialog>
  );
}

function OwnerSearch({ search }: { search: string }) {
  const { pathname } = useLocation();
  const [params] = useSearchParams();
  const otherParams = [...params].filter(([name]) => !Object.hasOwn(CLOSED_DIALOGS, name));
  return (
    <Form method="get" action={pathname} role="search" className="mb-3 flex gap-2">
      {otherParams.map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      <input
        type="search"
        name="owners"
        defaultValue={search}
        maxLength={MAX_SEARCH_LENGTH}
        placeholder="Search owners..."
        aria-label="Search owners"
        className="input"
      />
      <button className="btn">Search</button>
    </Form>
  );
}
