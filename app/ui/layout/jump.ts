import type { MouseEvent } from 'react';

/**
 * Scrolls to the link's fragment and focuses it. Left to the browser, Remix's scroll restoration
 * would move the page.
 */
export function jumpToTarget(event: MouseEvent<HTMLAnchorElement>): void {
  const target = document.getElementById(event.currentTarget.hash.slice(1));
  if (!target) return;
  event.preventDefault();
  target.scrollIntoView();
  target.focus({ preventScroll: true });
}
