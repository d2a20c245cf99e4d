import { type ComponentType, lazy, Suspense, useEffect } from 'react';
import type { Toast } from '~/web/toast.server';
import { useRoot } from './frame';
import { useHydrated } from './hydrated';

/** The library that draws messages comes when the page already answers. Without it, messages alone are missing. */
const Toaster = lazy<ComponentType>(() =>
  import('./toaster').catch(() => ({ default: () => null })),
);

export function showToast(toast: Toast): void {
  void import('./toaster').then(({ show }) => show(toast));
}

/** Where messages appear once scripts run. */
export function Toasts() {
  return (
    useHydrated() && (
      <Suspense fallback={null}>
        <Toaster />
      </Suspense>
    )
  );
}

/** With scripts, a refusal is told as a toast too: the save button may be far from the summary. */
export function useFailureToast(result: unknown, title: string, text: string): void {
  useEffect(() => {
    if (result && text) showToast({ title, text, failed: true });
  }, [result, title, text]);
}

/** The same message as the server rendered it, for a page without scripts or until they run. */
export function ToastBanner() {
  const toast = useRoot()?.toast;
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
    </div>
  );
}
