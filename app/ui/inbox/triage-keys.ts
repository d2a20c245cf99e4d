import { useEffect } from 'react';
import { useSingleKeyShortcuts } from '~/ui/layout/appearance';

const DECISION_KEYS: Record<string, string> = { a: 'accept', d: 'decline' };

/** Handles j and k, which move between the items of the page, and the keys that decide on one. */
export function useTriageKeys(): void {
  const hasSingleKeys = useSingleKeyShortcuts();
  useEffect(() => {
    if (!hasSingleKeys) return;
    function onKey({ key, target, altKey, ctrlKey, metaKey }: KeyboardEvent) {
      if (altKey || ctrlKey || metaKey || isTyping(target)) return;
      const items = [...document.querySelectorAll<HTMLElement>('[data-item]')];
      const focused = document.activeElement?.closest<HTMLElement>('[data-item]');
      const current = focused ? items.indexOf(focused) : -1;
      if (key === 'j') focusItem(items[Math.min(current + 1, items.length - 1)]);
      else if (key === 'k') focusItem(items[Math.max(current - 1, 0)]);
      else if (DECISION_KEYS[key]) pressButton(focused ?? items[0], DECISION_KEYS[key]);
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

/** Submits by click, so that the browser asks for a missing company name. */
function pressButton(item: HTMLElement | undefined, decision: string): void {
  item?.querySelector<HTMLElement>(`button[value="${decision}"]`)?.click();
}
