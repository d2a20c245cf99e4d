import { useLocation } from '@remix-run/react';
import { useHydrated } from '~/ui/layout/hydrated';

/**
 * Returns a different address for submissions without scripts: a failed one to the page's own
 * address would replace the page in the history, and Back would skip the typed values. With `record`,
 * the address names it, so that the page comes back with the record that the form shows.
 */
export function useSubmitAddress(record?: { round: number }): string | undefined {
  const { pathname, search } = useLocation();
  const isHydrated = useHydrated();
  if (isHydrated && !record) return undefined;
  const params = new URLSearchParams(search);
  if (record) params.set('round', String(record.round));
  if (isHydrated) return `${pathname}?${params}`;
  if (params.has('save')) params.delete('save');
  else params.set('save', '1');
  return params.size ? `${pathname}?${params}` : pathname;
}
