import { type ReactNode, useEffect } from 'react';
import { Icon, type IconName } from '~/ui/icon';

interface MenuProps {
  label: string;
  icon?: IconName;
  className?: string;
  name?: string;
  children: ReactNode;
}

export function Menu({ label, icon = 'more', className = 'btn', name, children }: MenuProps) {
  return (
    <details className="menu" name="menu">
      <summary className={className} aria-label={name}>
        <Icon name={icon} />
        <span>{label}</span>
      </summary>
      <div className="menu-items">{children}</div>
    </details>
  );
}

const CLOSING_EVENTS = ['keydown', 'pointerdown', 'focusin', 'click'];

export function useMenuClosing(): void {
  useEffect(() => {
    const unmounted = new AbortController();
    for (const type of CLOSING_EVENTS)
      document.addEventListener(type, closeMenus, { signal: unmounted.signal });
    return () => unmounted.abort();
  }, []);
}

function closeMenus({ type, target, key }: Event & { key?: string }): void {
  const element = target as Element;
  const isChoice = type === 'click' && element.closest('.menu-items :is(a, button)');
  for (const menu of document.querySelectorAll<HTMLDetailsElement>('.menu[open]')) {
    const isInside = menu.contains(element);
    if (isInside && !isChoice && key !== 'Escape') continue;
    // Takes the focus out of the hidden content.
    if (isInside) menu.querySelector('summary')?.focus();
    menu.open = false;
  }
}
