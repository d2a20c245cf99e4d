import { useSyncExternalStore } from 'react';

const neverChanges = () => () => {};

/** Returns false on the server and for the first render in the browser. */
export function useHydrated(): boolean {
  return useSyncExternalStore(
    neverChanges,
    () => true,
    () => false,
  );
}
