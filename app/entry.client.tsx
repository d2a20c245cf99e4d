import { RemixBrowser } from '@remix-run/react';
import { StrictMode } from 'react';
import { flushSync } from 'react-dom';
import { hydrateRoot } from 'react-dom/client';

/**
 * Remix suspends its first render until the page's data is decoded, and a press in that moment made React
 * give up: the page was never hydrated, and its buttons did nothing. So React starts with the data decoded,
 * and hydrates in one go: between the slices of a transition, a press or Back met half a page.
 */
async function hydrate(): Promise<void> {
  try {
    RemixBrowser({});
  } catch (decoding) {
    await decoding;
  }
  if (!isOfThisAddress()) return location.reload();
  flushSync(() =>
    hydrateRoot(
      document,
      <StrictMode>
        <RemixBrowser />
      </StrictMode>,
    ),
  );
}

/** Going back while the scripts load may change the address and leave the page of the former one. */
function isOfThisAddress(): boolean {
  const loaded = performance.getEntriesByType('navigation')[0]?.name ?? '';
  return !loaded.startsWith(location.origin) || new URL(loaded).search === location.search;
}

void hydrate();
