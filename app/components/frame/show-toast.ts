import { useEffect, useSyncExternalStore } from 'react';
import type { Toast } from './root-data';

let latest: Toast | undefined;
let changed = () => {};

export function showToast(toast: Toast): void {
  latest = toast;
  changed();
}

function subscribe(onChange: () => void): () => void {
  changed = onChange;
  return () => (changed = () => {});
}

export function useLatestToast(): Toast | undefined {
  return useSyncExternalStore(
    subscribe,
    () => latest,
    () => undefined,
  );
}

/** Shows a failed save as a toast as well: its summary may be out of sight. */
export function useFailureToast(result: unknown, title: string, text: string): void {
  useEffect(() => {
    if (result && text) showToast({ title, text, failed: true });
  }, [result, title, text]);
}
