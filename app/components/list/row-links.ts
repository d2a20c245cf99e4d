import { useLocation, useNavigate, useSubmit } from '@remix-run/react';
import type { MouseEvent } from 'react';
import { CLOSED, useAddress, useFromQuery, withQuery } from '~/components/frame/address';
import { leaveRow } from './rows';

export const DELETE_PIPELINE = 'Are you sure you want to delete this pipeline?';

/** In characters: each row has three links with the list's address, and a page up to 100 rows. */
const MAX_ROW_ADDRESS = 500;

type ClickHandler = (event: MouseEvent<HTMLAnchorElement>) => void;

export interface RowLinks {
  /** Queries that name this list, for a deal's pages and for deleting it. */
  from: string;
  back: string;
  /** This list's address with something of a row open; for a long address the page of the deal. */
  open: (what: 'details' | 'score', id: number) => string;
  follow: ClickHandler;
  confirmDelete: ClickHandler;
}

/**
 * Addresses and click handlers shared by the links of all rows. Remix's `Link` calls several hooks
 * each, which slows down a page with hundreds of links.
 */
export function useRowLinks(): RowLinks {
  const navigate = useNavigate();
  const submit = useSubmit();
  const { pathname, search } = useLocation();
  const back = pathname + search;
  const from = useFromQuery();
  const closed = useAddress()(CLOSED);
  const isShort = back.length <= MAX_ROW_ADDRESS;
  return {
    from,
    back: isShort ? `?${new URLSearchParams({ back })}` : '',
    open: (what, id) => (isShort ? withQuery(closed, `?${what}=${id}`) : `/pipeline/${id}`),
    follow(event) {
      if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
      event.preventDefault();
      const to = event.currentTarget;
      navigate(to.pathname + to.search, { preventScrollReset: to.pathname === pathname });
    },
    confirmDelete(event) {
      event.preventDefault();
      if (!window.confirm(DELETE_PIPELINE)) return;
      const action = event.currentTarget.pathname;
      leaveRow(event.currentTarget);
      submit({ back }, { method: 'post', action, preventScrollReset: true });
    },
  };
}
