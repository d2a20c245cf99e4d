import { type Location, useBlocker } from '@remix-run/react';
import { useCallback, useEffect } from 'react';

type Leaving = Record<'currentLocation' | 'nextLocation', Location>;

const LEAVE_QUESTION = 'You have unsaved changes. Leave this page and discard them?';

/** Returns to the same page after switching theme or density. */
const SETTINGS_PATH = '/settings';

const leaveState = { isUnsaved: false, hasAgreedToLeave: false };

export function confirmLeaving(): boolean {
  return !leaveState.isUnsaved || window.confirm(LEAVE_QUESTION);
}

export function allowLeaving(): void {
  leaveState.hasAgreedToLeave = true;
}

export function useUnsavedGuard(isUnsaved: boolean): void {
  const isLeaving = useCallback(
    ({ currentLocation, nextLocation }: Leaving) =>
      isUnsaved &&
      !leaveState.hasAgreedToLeave &&
      nextLocation.pathname !== SETTINGS_PATH &&
      currentLocation.pathname !== nextLocation.pathname,
    [isUnsaved],
  );
  const blocker = useBlocker(isLeaving);

  useEffect(() => {
    if (blocker.state !== 'blocked') return;
    if (!confirmLeaving()) return blocker.reset();
    // Covers the time in which the address has changed but the form is still there.
    allowLeaving();
    blocker.proceed();
  }, [blocker]);

  useEffect(() => {
    if (!isUnsaved) return;
    leaveState.isUnsaved = true;
    const ask = (event: BeforeUnloadEvent) => leaveState.hasAgreedToLeave || event.preventDefault();
    window.addEventListener('beforeunload', ask);
    return () => {
      leaveState.isUnsaved = leaveState.hasAgreedToLeave = false;
      window.removeEventListener('beforeunload', ask);
    };
  }, [isUnsaved]);
}
