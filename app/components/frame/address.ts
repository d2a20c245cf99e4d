import { type ShouldRevalidateFunction, useLocation } from '@remix-run/react';
import { isUnsent } from '~/components/forms/unsent';
import { isList } from '~/models/list-address';

const FLAGS = ['owners', 'manager', 'add'];

type Changes = Record<string, string | number | undefined>;

/** Builds this page's address with changed query values; undefined removes a value. */
export function useAddress(): (changes: Changes) => string {
  const { pathname, search } = useLocation();
  return (changes) => {
    const params = new URLSearchParams(search);
    for (const [name, value] of Object.entries(changes)) {
      if (value === undefined) params.delete(name);
      else params.set(name, String(value));
    }
    for (const [name, value] of [...params])
      if (value === '' && !FLAGS.includes(name)) params.delete(name, value);
    return params.size ? `${pathname}?${params}` : pathname;
  };
}

export const CLOSED = {
  details: undefined,
  owners: undefined,
  score: undefined,
  manager: undefined,
  add: undefined,
  late: undefined,
};

/** For another list: its first page, without a dialog. */
export const ANEW = { ...CLOSED, page: undefined };

const KEPT = ['select', 'view', 'density', 'columns'];

/** What a change of the filters leaves in a list's address. */
export function useKept(): Record<string, string | undefined> {
  const { search } = useLocation();
  const params = new URLSearchParams(search);
  return Object.fromEntries(KEPT.map((name) => [name, params.get(name) ?? undefined]));
}

/** More characters than a list's address has; a longer one would fill the page. */
const MAX_FROM = 1_000;

/**
 * The query of links to the pages of a deal: on a list it names this list, so that they lead back
 * to it as it was left; on such a page it is passed on.
 */
export function useFromQuery(): string {
  const { pathname, search } = useLocation();
  const address = useAddress();
  const from = isList(pathname) ? address(CLOSED) : new URLSearchParams(search).get('from');
  return from && from.length <= MAX_FROM ? `?${new URLSearchParams({ from })}` : '';
}

/** An address with a further query (see `useFromQuery`), before its '#'. */
export function withQuery(address: string, query: string): string {
  const [path, hash] = address.split('#') as [string, string?];
  const further = path.includes('?') ? query.replace('?', '&') : query;
  return `${path}${further}${hash ? `#${hash}` : ''}`;
}

const READ_ONLY_DIALOGS = ['details', 'owners'];

/** Closing a read-only dialog, by its button or by going back, reloads nothing. */
export const unlessClosing: ShouldRevalidateFunction = ({
  currentUrl,
  nextUrl,
  formMethod,
  actionResult,
  defaultShouldRevalidate,
}) => {
  const closed = new URLSearchParams(currentUrl.search);
  for (const name of READ_ONLY_DIALOGS) closed.delete(name);
  const isClosing =
    !formMethod &&
    currentUrl.pathname === nextUrl.pathname &&
    currentUrl.search !== nextUrl.search &&
    String(closed) === String(nextUrl.searchParams);
  return !isClosing && !isUnsent(actionResult) && defaultShouldRevalidate;
};
