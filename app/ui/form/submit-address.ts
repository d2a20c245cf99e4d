import { useLocation } from '@remix-run/react';
import { useHydrated } from '~/ui/layout/hydrated';

/**
 * Where a form is sent without scripts: to another address than the page's. A failed submission to
 * the same address would replace the page in the history, and Back would skip what was typed.
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
