import type { MouseEvent } from 'react';

/**
 * For links to a place in the page, where scripts run: goes there and focuses it. Left to the browser, the new address would
 * count as a page gone back to, and be scrolled to where it once stood.
 */
export function jump(event: MouseEvent<HTMLAnchorElement>): void {
  const target = document.getElementById(event.currentTarget.hash.slice(1));
  if (!target) return;
  event.preventDefault();
  target.scrollIntoView();
  target.focus({ preventScroll: true });
}
