import { type CSSProperties, useEffect } from 'react';
import { toast as sonner, Toaster as Sonner } from 'sonner';
import type { Toast } from '~/web/toast.server';
import { useRootData } from './root-data';
import { UndoForm } from './undo';

let mounted: () => void;
const isMounted = new Promise<void>((resolve) => (mounted = resolve));

/** In ms: a toast with Undo stays longer than the 5 seconds of the others. */
const TO_UNDO = 10_000;

/** Shows one toast at a time (rule 12.6), once the toaster is mounted. */
export async function show({ title, text, failed, undo }: Toast): Promise<void> {
  await isMounted;
  sonner.dismiss();
  (failed ? sonner.error : sonner)(title, {
    description: text,
    ...(undo && { action: <UndoForm entries={undo} />, duration: TO_UNDO }),
  });
}

const STYLE = {
  '--width': 'min(420px, calc(100vw - 32px))',
  '--normal-bg': 'var(--surface)',
  '--normal-text': 'var(--ink)',
  '--normal-border': 'var(--line-strong)',
  fontFamily: 'inherit',
} as CSSProperties;

/** Above the save bar: a toast under the pointer would not close. */
const ABOVE_SAVE_BAR = { bottom: 80 };

export default function Toaster() {
  const toast = useRootData()?.toast;
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
      style={STYLE}
    />
  );
}
