import { type CSSProperties, useEffect, useState } from 'react';
import { toast as sonner, Toaster as Sonner } from 'sonner';
import type { Toast } from '~/web/toast.server';
import { useRootData } from './root-data';
import { UNDO_MINUTES } from '~/models/selection';
import { type Corner, freeCorner, isCovered, watchPointer } from './toast-corner';
import { UndoForm } from './undo';

let mounted: (setCorner: (corner: Corner) => void) => void;
const isMounted = new Promise<(corner: Corner) => void>((resolve) => (mounted = resolve));

/** In ms; a toast with Undo stays longer, and for an act on several deals as long as it can be undone. */
const DURATION = 5_000;
const TO_UNDO = 10_000;
const TO_UNDO_ACT = UNDO_MINUTES * 60_000;

/** Shows one toast at a time (rule 12.6), once the toaster is mounted. */
export async function show({ title, text, failed, ...undoable }: Toast): Promise<void> {
  const setCorner = await isMounted;
  const { undo, undoAct } = undoable;
  const duration = undoAct ? TO_UNDO_ACT : undo ? TO_UNDO : DURATION;
  sonner.dismiss();
  setCorner(freeCorner());
  (failed ? sonner.error : sonner)(title, {
    description: text,
    duration,
    ...((undo ?? undoAct) && { action: <UndoForm {...undoable} /> }),
  });
  // The focus may come under it later.
  const move = () => isCovered() && setCorner(freeCorner());
  document.addEventListener('focusin', move);
  setTimeout(() => document.removeEventListener('focusin', move), duration);
}

const STYLE = {
  '--width': 'min(320px, calc(100vw - 32px))',
  '--normal-bg': 'var(--surface)',
  '--normal-text': 'var(--ink)',
  '--normal-border': 'var(--line-strong)',
  fontFamily: 'inherit',
} as CSSProperties;

const OFFSET = { top: 56, right: 16, bottom: 16, left: 16 };

/** sonner restores the focus when its toasts lose it. */
function leaveByEscape(): () => void {
  function onKey({ key }: KeyboardEvent) {
    const focus = document.activeElement;
    if (key === 'Escape' && focus instanceof HTMLElement && focus.closest('[data-sonner-toaster]'))
      focus.blur();
  }
  document.addEventListener('keydown', onKey);
  return () => document.removeEventListener('keydown', onKey);
}

export default function Toaster() {
  const toast = useRootData()?.toast;
  const [corner, setCorner] = useState<Corner>('bottom-right');
  useEffect(() => mounted(setCorner), []);
  useEffect(watchPointer, []);
  useEffect(leaveByEscape, []);
  useEffect(() => {
    if (toast) void show(toast);
  }, [toast]);
  return (
    <Sonner
      visibleToasts={1}
      duration={DURATION}
      hotkey={['F8']}
      swipeDirections={['right']}
      position={corner}
      offset={OFFSET}
      mobileOffset={OFFSET}
      closeButton
      style={STYLE}
    />
  );
}
