import { type ReactNode, useEffect } from 'react';
import { Icon, type IconName } from './icon';

interface MenuProps {
  label: string;
  icon?: IconName;
  /** Of the button. */
  className?: string;
  /** What the button is called where its label is not all of it. */
  name?: string;
  children: ReactNode;
}

/** A button with links and buttons that it shows and hides, without scripts too (rule 12.37). */
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

/** Menus close on Escape, when the focus or a press goes elsewhere, and after a choice. */
export function useMenus(): void {
  useEffect(() => {
    function onKey({ key }: KeyboardEvent) {
      if (key === 'Escape') openMenus().forEach(close);
    }
    function onOther({ target }: Event) {
      for (const menu of openMenus()) if (!menu.contains(target as Node)) menu.open = false;
    }
    function onChoice({ target }: Event) {
      const menu = (target as Element).closest('.menu-items :is(a, button)')?.closest('details');
      if (menu) close(menu);
    }
    document.addEventListener('keydown', onKey);
    document.addEventListener('pointerdown', onOther);
    document.addEventListener('focusin', onOther);
    document.addEventListener('click', onChoice);
    return () => {
      document.removeEventListener('keydown', onKey);
      document.removeEventListener('pointerdown', onOther);
      document.removeEventListener('focusin', onOther);
      document.removeEventListener('click', onChoice);
    };
  }, []);
}

const openMenus = () => document.querySelectorAll<HTMLDetailsElement>('.menu[open]');

/** The focus does not stay on what is hidden. */
function close(menu: HTMLDetailsElement): void {
  if (menu.contains(document.activeElement)) menu.querySelector('summary')?.focus();
  menu.open = false;
}
