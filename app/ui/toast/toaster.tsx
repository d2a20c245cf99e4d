import '~/styles/toasts.css';
import { type CSSProperties, useEffect } from 'react';
import { toast as sonner, Toaster as Sonner } from 'sonner';
import { MAX_UNDO_MINUTES } from '~/domain/operations/result';
import type { Toast } from '~/toast';
import { DealLink } from './deal-link';
import { UndoForm } from './undo-form';

const TOAST_MS = 5_000;
const UNDO_TOAST_MS = 10_000;
/** Keeps a toast that is the only way to undo for as long as that is possible. */
const MAX_UNDO_TOAST_MS = MAX_UNDO_MINUTES * 60_000;

const TOASTER_STYLE = {
  '--width': 'min(320px, calc(100vw - 32px))',
  '--normal-bg': 'var(--surface)',
  '--normal-text': 'var(--ink)',
  '--normal-border': 'var(--line-strong)',
  fontFamily: 'inherit',
} as CSSProperties;

const OFFSET_PX = 16;

function getDurationMs({ undo, isBrief }: Pick<Toast, 'undo' | 'isBrief'>): number {
  if (!undo) return TOAST_MS;
  return isBrief ? UNDO_TOAST_MS : MAX_UNDO_TOAST_MS;
}

function showInSonner({ title, text, failed, undo, isBrief, deal }: Toast): void {
  sonner.dismiss();
  (failed ? sonner.error : sonner)(title, {
    description: text,
    duration: getDurationMs({ undo, isBrief }),
    ...(undo && { action: <UndoForm undo={undo} /> }),
    ...(deal && { action: <DealLink id={deal} /> }),
  });
}

/** Returns the focus on Escape: sonner restores it when its toasts lose it. */
function blurOnEscape(): () => void {
  function onKey({ key }: KeyboardEvent) {
    const focus = document.activeElement;
    if (key === 'Escape' && focus instanceof HTMLElement && focus.closest('[data-sonner-toaster]'))
      focus.blur();
  }
  document.addEventListener('keydown', onKey);
  return () => document.removeEventListener('keydown', onKey);
}

export default function Toaster({ toast }: { toast: Toast }) {
  useEffect(blurOnEscape, []);
  useEffect(() => showInSonner(toast), [toast]);
  return (
    <Sonner
      visibleToasts={1}
      duration={TOAST_MS}
      hotkey={['F8']}
      swipeDirections={['right']}
      position="bottom-right"
      offset={OFFSET_PX}
      mobileOffset={OFFSET_PX}
      closeButton
      style={TOASTER_STYLE}
    />
  );
}
