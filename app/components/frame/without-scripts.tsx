import { useMatches } from '@remix-run/react';
import { useContext } from 'react';
import { useRoot } from './frame';
import { useHydrated } from './hydrated';
import { Nonce } from './nonce';

/** A route with this `handle` is sent without the application's scripts: a form and some links work as they are. */
export const WITHOUT_SCRIPTS = { withoutScripts: true };

/** True where the page runs without them; false once an application that runs already comes to such a route. */
export function useWithoutScripts(): boolean {
  const withoutScripts = useMatches().some(({ handle }) => handle === WITHOUT_SCRIPTS);
  return !useHydrated() && withoutScripts;
}

/** All that such a page runs (public/signed-out.js). */
export function PlainPageScript() {
  const cookie = useRoot()?.timeZoneCookie;
  return (
    <script nonce={useContext(Nonce)} src="/signed-out.js" data-time-zone-cookie={cookie} defer />
  );
}
