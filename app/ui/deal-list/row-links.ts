import { useLocation, useNavigate, useSubmit } from '@remix-run/react';
import type { MouseEvent } from 'react';
import { CLOSED_DIALOGS, useAddress } from '~/ui/layout/address';
import { appendQuery, useFromQuery } from '~/ui/layout/from-query';
import { rememberDeletedRow } from '~/ui/table/row-focus';

export const DELETE_DEAL_QUESTION = 'Are you sure you want to delete this pipeline?';

/** Bounds a page of 100 rows, each of which has three links with the list's address. */
const MAX_ROW_ADDRESS_CHARACTERS = 500;

type ClickHandler = (event: MouseEvent<HTMLAnchorElement>) => void;

export interface RowLinks {
  from: string;
  back: string;
  /**
   * Returns this list's address with the row's dialog, score or `cell` open; for a long address the deal's
   * page.
   */
  open: (what: 'details' | 'score' | 'change', id: number, cell?: string) => string;
  follow: ClickHandler;
  confirmDelete: ClickHandler;
}

/**
 * Shares addresses and click handlers among rows. Remix's `Link` calls several hooks each, which
 * slows down a page with hundreds of links.
 */
export function useRowLinks(): RowLinks {
  const navigate = useNavigate();
  const submit = useSubmit();
  const { pathname, search } = useLocation();
  const back = pathname + search;
  const from = useFromQuery();
  const closed = useAddress()(CLOSED_DIALOGS);
  const isShort = back.length <= MAX_ROW_ADDRESS_CHARACTERS;
  return {
    from,
    back: isShort ? `?${new URLSearchParams({ back })}` : '',
    open: (what, id, cell = '') =>
      isShort ? appendQuery(closed, `?${what}=${cell}${id}`) : `/pipeline/${id}`,
    follow(event) {
      if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
      event.preventDefault();
      const to = event.currentTarget;
      navigate(to.pathname + to.search, { preventScrollReset: to.pathname === pathname });
    },
    confirmDelete(event) {
      event.preventDefault();
      if (!window.confirm(DELETE_DEAL_QUESTION)) return;
      const { pathname, search, dataset } = event.currentTarget;
      const action = pathname + search;
      rememberDeletedRow(event.currentTarget);
      submit({ back, seen: dataset.seen! }, { method: 'post', action, preventScrollReset: true });
    },
  };
}
