import { RemixBrowser } from '@remix-run/react';
import { StrictMode } from 'react';
import { flushSync } from 'react-dom';
import { hydrateRoot } from 'react-dom/client';
import { holdUnreadableInput } from '~/ui/form/unreadable-input';

/**
 * Decodes the data first, and hydrates in one go. A press while React waited for the data left the
 * page without working buttons, and a press between the slices of a transition met half a page.
 */
async function hydrate(): Promise<void> {
  try {
    RemixBrowser({});
  } catch (promise) {
    await promise;
  }
  if (!hasCurrentAddress()) return location.reload();
  flushSync(() =>
    hydrateRoot(
      document,
      <StrictMode>
        <RemixBrowser />
      </StrictMode>,
    ),
  );
}

/** Going back while scripts load may change the address and keep the previous page. */
function hasCurrentAddress(): boolean {
  const loaded = performance.getEntriesByType('navigation')[0]?.name ?? '';
  return !loaded.startsWith(location.origin) || new URL(loaded).search === location.search;
}

holdUnreadableInput();
void hydrate();
