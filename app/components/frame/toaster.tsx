import { type CSSProperties, useEffect } from 'react';
import { freeCorner, isCovered, watchPointer } from './toast-corner';
import { toast as sonner, Toaster as Sonner } from 'sonner';
import type { Toast } from '~/web/toast.server';
import { useRootData } from './root-data';

let mounted: () => void;
const isMounted = new Promise<void>((resolve) => (mounted = resolve));

/** Shows one toast at a time (rule 12.6), once the toaster is mounted. */
export async function show({ title, text, failed }: Toast): Promise<void> {
  await isMounted;
  sonner.dismiss();
  const place = (id?: string | number) =>
    (failed ? sonner.error : sonner)(title, { id, description: text, position: freeCorner() });
  const id = place();
  // The focus may come under it later.
  const move = () => isCovered() && place(id);
  document.addEventListener('focusin', move);
  setTimeout(() => document.removeEventListener('focusin', move), DURATION);
}

/** In ms. */
const DURATION = 5000;

const STYLE = {
  '--width': 'min(320px, calc(100vw - 32px))',
  '--normal-bg': 'var(--surface)',
  '--normal-text': 'var(--ink)',
  '--normal-border': 'var(--line-strong)',
  fontFamily: 'inherit',
} as CSSProperties;

/** In px; the top bar stays free. */
const OFFSET = { top: 56, right: 16, bottom: 16, left: 16 };

export default function Toaster() {
  const toast = useRootData()?.toast;
  useEffect(() => mounted(), []);
  useEffect(watchPointer, []);
  useEffect(() => {
    if (toast) void show(toast);
  }, [toast]);
  return (
    <Sonner
      visibleToasts={1}
      duration={DURATION}
      hotkey={['F8']}
      swipeDirections={['right']}
      position="bottom-right"
      offset={OFFSET}
      mobileOffset={OFFSET}
      closeButton
      style={STYLE}
    />
  );
}
