import { useSyncExternalStore } from 'react';

const neverChanges = () => () => {};

/** False on the server and for the first render in the browser, true once scripts run. */
export function useHydrated(): boolean {
  return useSyncExternalStore(
    neverChanges,
    () => true,
    () => false,
  );
}
