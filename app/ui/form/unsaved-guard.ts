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

function changesPath({ currentLocation, nextLocation }: Leaving): boolean {
  return currentLocation.pathname !== nextLocation.pathname;
}

/** Asks before a form with unsaved changes is left, by default for a page of another path. */
export function useUnsavedGuard(
  isUnsaved: boolean,
  isLeaving: (leaving: Leaving) => boolean = changesPath,
): void {
  const mustAsk = useCallback(
    (leaving: Leaving) =>
      isUnsaved &&
      !leaveState.hasAgreedToLeave &&
      leaving.nextLocation.pathname !== SETTINGS_PATH &&
      isLeaving(leaving),
    [isUnsaved, isLeaving],
  );
  const blocker = useBlocker(mustAsk);

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
