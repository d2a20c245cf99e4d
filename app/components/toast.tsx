import { type CSSProperties, useEffect } from 'react';
import { toast as sonner, Toaster } from 'sonner';
import { useRoot } from './frame';
import { useHydrated } from './hydrated';

/** Shows one message at a time, for five seconds (spec §9). */
export function showToast({ title, text, failed }: { title: string; text?: string; failed?: boolean }): void {
  sonner.dismiss();
  (failed ? sonner.error : sonner)(title, { description: text });
}

const COLOURS = {
  '--width': 'min(420px, calc(100vw - 32px))',
  '--normal-bg': 'var(--surface)',
  '--normal-text': 'var(--ink)',
  '--normal-border': 'var(--line-strong)',
  fontFamily: 'inherit',
} as CSSProperties;

/** Above the deal form's save bar: a toast over a button that was just pressed would stay, for the pointer rests on it. */
const ABOVE_SAVE_BAR = { bottom: 80 };

/** Where messages appear once scripts run: swipe right dismisses, F8 reaches them. */
export function Toasts() {
  const toast = useRoot()?.toast;
  useEffect(() => {
    if (toast) showToast(toast);
  }, [toast]);
  return <Toaster visibleToasts={1} duration={5000} hotkey={['F8']} swipeDirections={['right']} position="bottom-right" offset={ABOVE_SAVE_BAR} mobileOffset={ABOVE_SAVE_BAR} closeButton style={COLOURS} />;
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
    <div role={toast.failed ? 'alert' : 'status'} className={`notice mb-4 ${toast.failed ? 'notice-failed' : ''}`}>
      <p>
        <strong className="font-semibold">{toast.title}</strong>
        {toast.text && <span className="block">{toast.text}</span>}
      </p>
    </div>
  );
}
