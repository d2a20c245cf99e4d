import { Form, Link, useLocation, useSearchParams } from '@remix-run/react';
import { ANEW, CLOSED, useAddress } from '~/components/frame/address';
import { Dialog } from '~/components/frame/dialog';
import type { OwnersView } from '~/screens/dashboard/list.server';
import { LONGEST_SEARCH, shortName } from '~/models/text';

export function OwnersDialog({ owners, selected }: { owners: OwnersView; selected: string }) {
  const address = useAddress();
  const to = (userId?: string) => address({ ...ANEW, userId });
  return (
    <Dialog title="Filter by Owner" close={address(CLOSED)}>
      {(owners.hasMore || owners.search) && <OwnerSearch search={owners.search} />}
      <ul className="grid gap-1">
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
              <span className="text-ink">{shortName({ firstName, email })}</span>
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
  const otherParams = [...params].filter(([name]) => !Object.hasOwn(CLOSED, name));
  return (
    <Form method="get" action={pathname} role="search" className="mb-3 flex gap-2">
      {otherParams.map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      <input
        type="search"
        name="owners"
        defaultValue={search}
        maxLength={LONGEST_SEARCH}
        placeholder="Search owners..."
        aria-label="Search owners"
        className="input"
      />
      <button className="btn">Search</button>
    </Form>
  );
}
