import { useLocation } from '@remix-run/react';
import { isListPath } from '~/domain/deal/list-paths';
import { CLOSED_DIALOGS, useAddress } from './address';

/** More characters than a list's address has; in each row's links a longer one would fill the page. */
export const MAX_FROM_CHARACTERS = 1_000;

/**
 * The query of links to the pages of a deal: on a list it names this list, so that they lead back
 * to it as it was left; on such a page it is passed on.
 */
export function useFromQuery(): string {
  const { pathname, search } = useLocation();
  const address = useAddress();
  const from = isListPath(pathname)
    ? address(CLOSED_DIALOGS)
    : new URLSearchParams(search).get('from');
  return from && from.length <= MAX_FROM_CHARACTERS ? `?${new URLSearchParams({ from })}` : '';
}

/** An address with a further query (see `useFromQuery`), before its '#'. */
export function appendQuery(address: string, query: string): string {
  const [path, hash] = address.split('#') as [string, string?];
  const further = path.includes('?') ? query.replace('?', '&') : query;
  return `${path}${further}${hash ? `#${hash}` : ''}`;
}
