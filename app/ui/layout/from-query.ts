import { useLocation } from '@remix-run/react';
import { isReturnPath } from '~/address/return-paths';
import { CLOSED_DIALOGS, useAddress } from './address';

const MAX_FROM_CHARACTERS = 1_000;

/**
 * Returns the query of links to a deal's pages: a list names itself, so that they lead back to it;
 * other pages pass it on.
 */
export function useFromQuery(): string {
  const { pathname, search } = useLocation();
  const address = useAddress();
  const from = isReturnPath(pathname)
    ? address(CLOSED_DIALOGS)
    : new URLSearchParams(search).get('from');
  return from && from.length <= MAX_FROM_CHARACTERS ? `?${new URLSearchParams({ from })}` : '';
}

export function appendQuery(address: string, query: string): string {
  const [path, hash] = address.split('#') as [string, string?];
  const further = path.includes('?') ? query.replace('?', '&') : query;
  return `${path}${further}${hash ? `#${hash}` : ''}`;
}
