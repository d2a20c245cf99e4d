import { type Location, useBlocker } from '@remix-run/react';
import { useCallback, useEffect } from 'react';

type Leaving = Record<'currentLocation' | 'nextLocation', Location>;

const LEAVE_QUESTION = 'You have unsaved changes. Leave this page and discard them?';

/** Switching theme or density returns to the same page. */
const SETTINGS_PATH = '/settings';

/** Whether the form on the page has unsaved changes, and whether the user has agreed to lose them. */
const leaveState = { isUnsaved: false, mayLeave: false };

/** False if there are unsaved changes that the user wants to keep. */
export function confirmLeaving(): boolean {
  return !leaveState.isUnsaved || window.confirm(LEAVE_QUESTION);
}

/** Leaves without asking (again). */
export function allowLeaving(): void {
  leaveState.mayLeave = true;
}

/** With scripts, asks before unsaved changes are discarded. */
export function useUnsavedGuard(isUnsaved: boolean): void {
  const isLeaving = useCallback(
    ({ currentLocation, nextLocation }: Leaving) =>
      isUnsaved &&
      !leaveState.mayLeave &&
      nextLocation.pathname !== SETTINGS_PATH &&
      currentLocation.pathname !== nextLocation.pathname,
    [isUnsaved],
  );
  const blocker = useBlocker(isLeaving);

  useEffect(() => {
    if (blocker.state !== 'blocked') return;
    if (!confirmLeaving()) return blocker.reset();
    // The address changes before the form is gone: a link pressed in between would ask again.
    allowLeaving();
    blocker.proceed();
  }, [blocker]);

  useEffect(() => {
    if (!isUnsaved) return;
    leaveState.isUnsaved = true;
    const ask = (event: BeforeUnloadEvent) => leaveState.mayLeave || event.preventDefault();
    window.addEventListener('beforeunload', ask);
    return () => {
      leaveState.isUnsaved = leaveState.mayLeave = false;
      window.removeEventListener('beforeunload', ask);
    };
  }, [isUnsaved]);
}
