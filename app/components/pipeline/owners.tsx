import { Link } from '@remix-run/react';
import { CLOSED, useAddress } from '~/components/frame/address';
import { Dialog } from '~/components/frame/dialog';

interface Owner {
  id: string;
  firstName: string | null;
  email: string;
}

export function OwnersDialog({ owners, selected }: { owners: Owner[]; selected: string }) {
  const address = useAddress();
  const to = (userId?: string) => address({ ...CLOSED, page: undefined, userId });
  return (
    <Dialog title="Filter by Owner" close={address(CLOSED)}>
      <ul className="grid gap-1">
        <li>
          <Link to={to()} className="nav w-full" aria-current={!selected || undefined}>
            All owners
          </Link>
        </li>
        {owners.map(({ id, firstName, email }) => (
          <li key={id}>
            <Link
              to={to(id)}
              className="nav w-full gap-2"
              aria-current={id === selected || undefined}
            >
              <span className="text-ink">{firstName || email}</span>
              {firstName && <span className="truncate">{email}</span>}
            </Link>
          </li>
        ))}
      </ul>
    </Dialog>
  );
}
