import { useLocation } from '@remix-run/react';
import { useHydrated } from '~/ui/layout/hydrated';

/**
 * Returns a different address for submissions without scripts: a failed one to the page's own
 * address would replace the page in the history, and Back would skip the typed values.
 */
export function useSubmitAddress(): string | undefined {
  const { pathname, search } = useLocation();
  const isHydrated = useHydrated();
  if (isHydrated) return undefined;
  const params = new URLSearchParams(search);
  if (params.has('save')) params.delete('save');
  else params.set('save', '1');
  return params.size ? `${pathname}?${params}` : pathname;
}
