import { useLocation } from '@remix-run/react';

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
    for (const [name, value] of [...params]) if (value === '' && !DIALOGS.includes(name)) params.delete(name);
    return params.size ? `${pathname}?${params}` : pathname;
  };
}

/** What an open dialog or an edited cell adds to the address; a new filter, sort or page takes it out. */
export const CLOSED = { details: undefined, owners: undefined, score: undefined, manager: undefined, add: undefined };
