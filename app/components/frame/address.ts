import { type ShouldRevalidateFunction, useLocation } from '@remix-run/react';

/** Dialogs that an address opens by their bare name. */
const DIALOGS = ['owners', 'manager', 'add'];

type Changes = Record<string, string | number | undefined>;

/** An address on this page: its query with some values changed, or taken out where undefined. */
export function useAddress(): (changes: Changes) => string {
  const { pathname, search } = useLocation();
  return (changes) => {
    const params = new URLSearchParams(search);
    for (const [name, value] of Object.entries(changes)) {
      if (value === undefined) params.delete(name);
      else params.set(name, String(value));
    }
    for (const [name, value] of [...params])
      if (value === '' && !DIALOGS.includes(name)) params.delete(name);
    return params.size ? `${pathname}?${params}` : pathname;
  };
}

/** What an open dialog or an edited cell adds to the address; a new filter, sort or page takes it out. */
export const CLOSED = {
  details: undefined,
  owners: undefined,
  score: undefined,
  manager: undefined,
  add: undefined,
};

/** What is only looked at, so that nothing was sent from it when it is closed. */
const VIEWED = ['details', 'owners'];

/** A page that only closes what was looked at on it has all it shows: nothing is asked for, by a click on Close or by going back. */
export const unlessClosing: ShouldRevalidateFunction = ({
  currentUrl,
  nextUrl,
  formMethod,
  defaultShouldRevalidate,
}) => {
  const closed = new URLSearchParams(currentUrl.search);
  for (const name of VIEWED) closed.delete(name);
  const isClosing =
    !formMethod &&
    currentUrl.pathname === nextUrl.pathname &&
    currentUrl.search !== nextUrl.search &&
    String(closed) === String(nextUrl.searchParams);
  return !isClosing && defaultShouldRevalidate;
};
