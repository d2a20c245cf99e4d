import { type Location, useBlocker } from '@remix-run/react';
import { useCallback, useEffect } from 'react';

type Leaving = Record<'currentLocation' | 'nextLocation', Location>;

const LEAVE = 'You have changes that are not saved. Leave this page and lose them?';

/** Where theme and density are switched, which leads back to the same page. */
const SWITCHES = '/settings';

/** Asks before typed text is lost, where scripts run. Saving is no leaving. */
export function useUnsavedGuard(isUnsaved: boolean): void {
  const isLeaving = useCallback(
    ({ currentLocation, nextLocation }: Leaving) =>
      isUnsaved &&
      nextLocation.pathname !== SWITCHES &&
      currentLocation.pathname !== nextLocation.pathname,
    [isUnsaved],
  );
  const blocker = useBlocker(isLeaving);

  useEffect(() => {
    if (blocker.state !== 'blocked') return;
    if (window.confirm(LEAVE)) blocker.proceed();
    else blocker.reset();
  }, [blocker]);

  useEffect(() => {
    if (!isUnsaved) return;
    const ask = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener('beforeunload', ask);
    return () => window.removeEventListener('beforeunload', ask);
  }, [isUnsaved]);
}
