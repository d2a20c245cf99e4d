import { useMatches } from '@remix-run/react';
import type { ComponentType } from 'react';

export interface PageHandle {
  Notice: ComponentType;
}

/** Renders the notice that a page exports in its `handle`, which other pages do not load. */
export function PageNotice() {
  const handle = useMatches().at(-1)?.handle as PageHandle | undefined;
  return handle ? <handle.Notice /> : null;
}
