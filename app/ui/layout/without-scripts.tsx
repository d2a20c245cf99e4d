import { useMatches } from '@remix-run/react';
import { useContext } from 'react';
import { useHydrated } from './hydrated';
import { Nonce } from './nonce';
import { useRootData } from './root-data';

/** The `handle` of routes that are sent without the application's scripts. */
export const WITHOUT_SCRIPTS = { withoutScripts: true };

/** False when a running application navigates to such a route. */
export function useWithoutScripts(): boolean {
  const withoutScripts = useMatches().some(({ handle }) => handle === WITHOUT_SCRIPTS);
  return !useHydrated() && withoutScripts;
}

/** All that such a page runs (public/signed-out.js). */
export function PlainPageScript() {
  const cookie = useRootData()?.timeZoneCookie;
  return (
    <script nonce={useContext(Nonce)} src="/signed-out.js" data-time-zone-cookie={cookie} defer />
  );
}
