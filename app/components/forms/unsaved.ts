import { type Location, useBlocker } from '@remix-run/react';
import { useCallback, useEffect } from 'react';

type Leaving = Record<'currentLocation' | 'nextLocation', Location>;

const QUESTION = 'You have unsaved changes. Leave this page and discard them?';

/** Switching theme or density returns to the same page. */
const SETTINGS = '/settings';

/** With scripts, asks before unsaved changes are discarded. */
export function useUnsavedGuard(isUnsaved: boolean): void {
  const isLeaving = useCallback(
    ({ currentLocation, nextLocation }: Leaving) =>
      isUnsaved &&
      nextLocation.pathname !== SETTINGS &&
      currentLocation.pathname !== nextLocation.pathname,
    [isUnsaved],
  );
  const blocker = useBlocker(isLeaving);

  useEffect(() => {
    if (blocker.state !== 'blocked') return;
    if (window.confirm(QUESTION)) blocker.proceed();
    else blocker.reset();
  }, [blocker]);

  useEffect(() => {
    if (!isUnsaved) return;
    const ask = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener('beforeunload', ask);
    return () => window.removeEventListener('beforeunload', ask);
  }, [isUnsaved]);
}
