import { type ComponentType, lazy, Suspense, useEffect } from 'react';
import type { Toast } from '~/web/toast.server';
import { useRootData } from './root-data';
import { useHydrated } from './hydrated';
import { UndoForm } from './undo';

/** Loaded after hydration. If loading fails, only toasts are missing. */
const Toaster = lazy<ComponentType>(() =>
  import('./toaster').catch(() => ({ default: () => null })),
);

export function showToast(toast: Toast): void {
  void import('./toaster').then(({ show }) => show(toast));
}

export function Toasts() {
  return (
    useHydrated() && (
      <Suspense fallback={null}>
        <Toaster />
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

export function ToastBanner() {
  const toast = useRootData()?.toast;
  const hydrated = useHydrated();
  if (!toast || hydrated) return null;
  return (
    <div
      role={toast.failed ? 'alert' : 'status'}
      className={`notice mb-4 ${toast.failed ? 'notice-failed' : ''}`}
    >
      <p>
        <strong className="font-semibold">{toast.title}</strong>
        {toast.text && <span className="block">{toast.text}</span>}
      </p>
      <UndoForm {...toast} />
    </div>
  );
}
