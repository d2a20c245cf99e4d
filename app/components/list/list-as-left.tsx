import { type Location, useLocation, useNavigation, useNavigationType } from '@remix-run/react';
import { useEffect, useLayoutEffect, useRef } from 'react';
import { isList } from '~/models/list-address';
import { CLOSED, useAddress } from '~/components/frame/address';
import { showRow } from './rows';

const MAX_LISTS = 50;
/** Where each list of this tab was scrolled to when it was left, in px by address. */
const left = new Map<string, number>();

/**
 * Scrolls a list that a page of a deal leads back to as it was left, and focuses the deal's row.
 * Comes after `ScrollRestoration`, which scrolls to the row alone.
 */
export function ListAsItWasLeft() {
  const location = useLocation();
  const address = useAddress()(CLOSED);
  const isPop = useNavigationType() === 'POP';
  const isLeaving = useNavigation().state !== 'idle';
  const before = useRef<Location>(undefined);

  useEffect(() => {
    if (!isLeaving || !isList(location.pathname)) return;
    left.delete(address);
    left.set(address, window.scrollY);
    for (const first of left.keys()) if (left.size > MAX_LISTS) left.delete(first);
  }, [isLeaving, location.pathname, address]);

  useLayoutEffect(() => {
    const from = new URLSearchParams(before.current?.search).get('from');
    before.current = location;
    if (isPop || from !== address) return;
    const top = left.get(address);
    if (top !== undefined) window.scrollTo(0, top);
    const row = document.getElementById(location.hash.slice(1));
    if (row) showRow(row);
  }, [location, address, isPop]);
  return null;
}
