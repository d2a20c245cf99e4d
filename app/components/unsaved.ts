import { type Location, useBlocker } from '@remix-run/react';
import { useCallback, useEffect, useRef } from 'react';

type Leaving = Record<'currentLocation' | 'nextLocation', Location>;

const LEAVE = 'You have changes that are not saved. Leave this page and lose them?';

/** Where theme and density are switched, which leads back to the same page. */
const SWITCHES = '/settings';

/**
 * Asks before typed text is lost, where scripts run. Put the returned function on the form as `onInput`; saving is no
 * leaving. On a page that saving does not leave, another `saved` says that it was saved.
 */
export function useUnsavedGuard(isSaving: boolean, saved?: number | string): () => void {
  const isDirty = useRef(false);
  const isLeaving = useCallback(
    ({ currentLocation, nextLocation }: Leaving) => isDirty.current && !isSaving && nextLocation.pathname !== SWITCHES && currentLocation.pathname !== nextLocation.pathname,
    [isSaving],
  );
  useEffect(() => {
    isDirty.current = false;
  }, [saved]);
  const blocker = useBlocker(isLeaving);

  useEffect(() => {
    if (blocker.state !== 'blocked') return;
    if (window.confirm(LEAVE)) {
      isDirty.current = false;
      blocker.proceed();
    } else blocker.reset();
  }, [blocker]);

  useEffect(() => {
    const ask = (event: BeforeUnloadEvent) => isDirty.current && event.preventDefault();
    window.addEventListener('beforeunload', ask);
    return () => window.removeEventListener('beforeunload', ask);
  }, []);

  return useCallback(() => {
    isDirty.current = true;
  }, []);
}
