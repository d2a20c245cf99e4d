import { type CSSProperties, useEffect } from 'react';
import { toast as sonner, Toaster as Sonner } from 'sonner';
import type { Toast } from '~/web/toast.server';
import { useRoot } from './frame';

let mounted: () => void;
const isMounted = new Promise<void>((resolve) => (mounted = resolve));

/** Shows one message at a time, for five seconds (rule 12.6). What is shown before there is a place for it would be lost. */
export async function show({ title, text, failed }: Toast): Promise<void> {
  await isMounted;
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

/** Where messages appear: swipe right dismisses, F8 reaches them. */
export default function Toaster() {
  const toast = useRoot()?.toast;
  useEffect(() => mounted(), []);
  useEffect(() => {
    if (toast) void show(toast);
  }, [toast]);
  return (
    <Sonner
      visibleToasts={1}
      duration={5000}
      hotkey={['F8']}
      swipeDirections={['right']}
      position="bottom-right"
      offset={ABOVE_SAVE_BAR}
      mobileOffset={ABOVE_SAVE_BAR}
      closeButton
      style={COLOURS}
    />
  );
}
