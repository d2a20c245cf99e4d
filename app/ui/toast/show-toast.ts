import { useEffect, useSyncExternalStore } from 'react';
import type { Toast } from '~/toast';

let latestToast: Toast | undefined;
let notifySubscriber = () => {};

export function showToast(toast: Toast): void {
  latestToast = toast;
  notifySubscriber();
}

function subscribe(onChange: () => void): () => void {
  notifySubscriber = onChange;
  return () => (notifySubscriber = () => {});
}

export function useLatestToast(): Toast | undefined {
  return useSyncExternalStore(
    subscribe,
    () => latestToast,
    () => undefined,
  );
}

/** Repeats a failed save as a toast, since its summary may be out of view. */
export function useFailureToast(result: unknown, title: string, text: string): void {
  useEffect(() => {
    if (result && text) showToast({ title, text, failed: true });
  }, [result, title, text]);
}
