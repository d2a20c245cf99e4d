import { type ComponentType, lazy, Suspense, useEffect, useSyncExternalStore } from 'react';
import { type Toast, useRootData } from './root-data';
import { useHydrated } from './hydrated';
import { useWithoutScripts } from './without-scripts';
import { UndoForm } from './undo';

/** Loaded with the first toast. Where the link is gone by then, the toast is a plain notice in its place. */
const Toaster = lazy<ComponentType<{ toast: Toast }>>(() =>
  import('./toaster').catch(() => ({ default: Notice })),
);

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

export function Toasts() {
  const next = useRootData()?.toast;
  useEffect(() => {
    if (next) showToast(next);
  }, [next]);
  const toast = useSyncExternalStore(
    subscribe,
    () => latest,
    () => undefined,
  );
  return (
    toast && (
      <Suspense fallback={null}>
        <Toaster toast={toast} />
      </Suspense>
    )
  );
}

/** Shows a failed save as a toast as well: its summary may be out of sight. */
export function useFailureToast(result: unknown, title: string, text: string): void {
  useEffect(() => {
    if (result && text) showToast({ title, text, failed: true });
  }, [result, title, text]);
}

/** Where scripts run, the toast follows. */
export function ToastBanner() {
  const toast = useRootData()?.toast;
  const hydrated = useHydrated();
  const isPlain = useWithoutScripts();
  return toast && !hydrated ? (
    <Notice toast={toast} className={isPlain ? 'mb-4' : 'without-scripts mb-4'} />
  ) : null;
}

function Notice({ toast, className = 'toast' }: { toast: Toast; className?: string }) {
  return (
    <div
      role={toast.failed ? 'alert' : 'status'}
      className={`notice ${className} ${toast.failed ? 'notice-failed' : ''}`}
    >
      <p>
        <strong className="font-semibold">{toast.title}</strong>
        {toast.text && <span className="block">{toast.text}</span>}
      </p>
      {toast.undo && <UndoForm undo={toast.undo} />}
    </div>
  );
}
