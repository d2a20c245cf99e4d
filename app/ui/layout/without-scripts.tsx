import { useMatches } from '@remix-run/react';
import { useContext } from 'react';
import { useHydrated } from './hydrated';
import { Nonce } from './nonce';
import { useRootData } from './root-data';

/** Set as `handle` by routes that are sent without the application's scripts. */
export const WITHOUT_SCRIPTS = { withoutScripts: true };

/** Returns false if a running application navigates to such a route. */
export function useWithoutScripts(): boolean {
  const withoutScripts = useMatches().some(({ handle }) => handle === WITHOUT_SCRIPTS);
  return !useHydrated() && withoutScripts;
}

/** Runs public/signed-out.js, the only script of these pages. */
export function PlainPageScript() {
  const cookie = useRootData()?.timeZoneCookie;
  return (
    <script nonce={useContext(Nonce)} src="/signed-out.js" data-time-zone-cookie={cookie} defer />
  );
}
