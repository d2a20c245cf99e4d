import { useEffect } from 'react';
import { useSingleKeyShortcuts } from '~/ui/layout/appearance';

export function useTriageKeys(): void {
  const hasSingleKeys = useSingleKeyShortcuts();
  useEffect(() => {
    if (!hasSingleKeys) return;
    function onKey(event: KeyboardEvent) {
      const { key, target, altKey, ctrlKey, metaKey } = event;
      if (altKey || ctrlKey || metaKey) return;
      if (target instanceof HTMLSelectElement && target.name === 'reason')
        leaveReason(event, target);
      if (isTyping(target)) return;
      const items = [...document.querySelectorAll<HTMLElement>('[data-item]')];
      const focused = document.activeElement?.closest<HTMLElement>('[data-item]');
      const current = focused ? items.indexOf(focused) : -1;
      if (key === 'j') focusItem(items[Math.min(current + 1, items.length - 1)]);
      else if (key === 'k') focusItem(items[Math.max(current - 1, 0)]);
      else if (key === 'a') pressButton(focused ?? items[0], 'accept');
      else if (key === 'd') declineItem(event, focused ?? items[0]);
    }
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  }, [hasSingleKeys]);
}

function isTyping(target: EventTarget | null): boolean {
  return (
    document.querySelector('dialog[open]') !== null ||
    (target instanceof HTMLElement && target.matches('input, select, textarea'))
  );
}

function focusItem(item: HTMLElement | undefined): void {
  item?.querySelector<HTMLElement>('h2 a')?.focus();
}

function declineItem(event: KeyboardEvent, item: HTMLElement | undefined): void {
  const reason = item?.querySelector<HTMLElement>('[name="reason"]');
  if (!reason) return pressButton(item, 'decline');
  // The key would choose a reason that begins with it.
  event.preventDefault();
  reason.focus();
}

function leaveReason(event: KeyboardEvent, reason: HTMLSelectElement): void {
  const item = reason.closest<HTMLElement>('[data-item]') ?? undefined;
  if (event.key === 'Enter') {
    // Browsers open the list of options.
    event.preventDefault();
    pressButton(item, 'decline');
  } else if (event.key === 'Escape') focusItem(item);
}

/** Submits by click, so that the browser asks for a missing company name. */
function pressButton(item: HTMLElement | undefined, decision: string): void {
  item?.querySelector<HTMLElement>(`button[value="${decision}"]`)?.click();
}
