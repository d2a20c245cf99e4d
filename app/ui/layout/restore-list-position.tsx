import { type Location, useLocation, useNavigation, useNavigationType } from '@remix-run/react';
import { useEffect, useLayoutEffect, useRef } from 'react';
import { isReturnPath } from '~/address/return-paths';
import { focusRow } from '~/ui/table/row-focus';
import { CLOSED_DIALOGS, useAddress } from './address';

const MAX_REMEMBERED_LISTS = 50;
const scrollPositions = new Map<string, number>();

/** React warns of layout effects on the server, which has no layout. */
const useLayoutEffectInBrowser = typeof document === 'undefined' ? useEffect : useLayoutEffect;

/**
 * Restores a list's scroll offset and focuses the deal's row after a deal page leads back. Renders
 * after `ScrollRestoration`, which only scrolls to the row.
 */
export function RestoreListPosition() {
  const location = useLocation();
  const address = useAddress()(CLOSED_DIALOGS);
  const isPop = useNavigationType() === 'POP';
  const isLeaving = useNavigation().state !== 'idle';
  const before = useRef<Location>(undefined);

  useEffect(() => {
    if (!isLeaving || !isReturnPath(location.pathname)) return;
    scrollPositions.delete(address);
    scrollPositions.set(address, window.scrollY);
    for (const first of scrollPositions.keys())
      if (scrollPositions.size > MAX_REMEMBERED_LISTS) scrollPositions.delete(first);
  }, [isLeaving, location.pathname, address]);

  useLayoutEffectInBrowser(() => {
    const from = new URLSearchParams(before.current?.search).get('from');
    before.current = location;
    if (isPop || from !== address) return;
    const top = scrollPositions.get(address);
    if (top !== undefined) window.scrollTo(0, top);
    const row = document.getElementById(location.hash.slice(1));
    if (row) focusRow(row);
  }, [location, address, isPop]);
  return null;
}
