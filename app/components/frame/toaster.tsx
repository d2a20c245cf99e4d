import { type CSSProperties, useEffect } from 'react';
import { toast as sonner, Toaster as Sonner } from 'sonner';
import type { Toast } from './root-data';
import { UNDO_MINUTES } from '~/models/selection';
import { UndoForm } from './undo';

/** In ms; a toast with Undo stays longer, and without another way to undo as long as it is possible. */
const DURATION = 5_000;
const TO_UNDO = 10_000;
const AS_LONG_AS_POSSIBLE = UNDO_MINUTES * 60_000;

const STYLE = {
  '--width': 'min(320px, calc(100vw - 32px))',
  '--normal-bg': 'var(--surface)',
  '--normal-text': 'var(--ink)',
  '--normal-border': 'var(--line-strong)',
  fontFamily: 'inherit',
} as CSSProperties;

const OFFSET = 16;

function show({ title, text, failed, undo, isBrief }: Toast): void {
  sonner.dismiss();
  (failed ? sonner.error : sonner)(title, {
    description: text,
    duration: !undo ? DURATION : isBrief ? TO_UNDO : AS_LONG_AS_POSSIBLE,
    ...(undo && { action: <UndoForm undo={undo} /> }),
  });
}

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

/** Shows one toast at a time, the last that it was given (rule 12.6). */
export default function Toaster({ toast }: { toast: Toast }) {
  useEffect(leaveByEscape, []);
  useEffect(() => show(toast), [toast]);
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
