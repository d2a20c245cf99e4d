import { useNavigate } from '@remix-run/react';
import { useEffect } from 'react';
import { ShortcutsSwitch, useSingleKeyShortcuts } from './appearance';
import { useFromQuery } from './from-query';

const SINGLE_KEYS = [
  ['/', 'Search all deals and notes'],
  ['n', 'Quick add a deal'],
  ['j', 'Next deal, in the details'],
  ['k', 'Previous deal, in the details'],
  ['?', 'Show this list'],
];
const OTHER_KEYS = [
  ['Ctrl+Enter', 'Save the form'],
  ['Esc', 'Close a dialog or list'],
  ['F8', 'Go to the notification'],
];
const LIST_ID = 'shortcuts';

function isEditable(target: EventTarget | null): boolean {
  return (
    target instanceof HTMLElement &&
    (target.isContentEditable || /^(INPUT|SELECT|TEXTAREA)$/.test(target.tagName))
  );
}

const NEIGHBOUR_LINKS: Record<string, string> = { j: 'a[rel="next"]', k: 'a[rel="prev"]' };

function useShortcuts(): void {
  const navigate = useNavigate();
  const from = useFromQuery();
  const hasSingleKeys = useSingleKeyShortcuts();
  useEffect(() => {
    function onKey(event: KeyboardEvent) {
      const { target, key } = event;
      if (event.altKey || event.defaultPrevented) return;
      if (event.ctrlKey || event.metaKey) {
        if (key === 'Enter' && submitFocusedForm(target)) event.preventDefault();
        return;
      }
      if (!hasSingleKeys || isEditable(target)) return;
      const dialog = document.querySelector('dialog[open]');
      if (dialog) return dialog.querySelector<HTMLElement>(NEIGHBOUR_LINKS[key] ?? 'none')?.click();
      if (key === '/') {
        const boxes = [...document.querySelectorAll<HTMLInputElement>('input[name=q]')];
        const visible = boxes.find((box) => box.checkVisibility());
        if (visible) visible.select();
        else navigate('/search');
      } else if (key === 'n') navigate(`/add${from}`);
      else if (key === '?') document.getElementById(LIST_ID)?.togglePopover();
      else return;
      event.preventDefault();
    }
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  }, [navigate, from, hasSingleKeys]);
}

/**
 * Presses the primary button of the focused form, else of the page's long form. Forms without one,
 * such as a deletion, are not sent.
 */
function submitFocusedForm(target: EventTarget | null): boolean {
  const focusedForm = target instanceof Element ? target.closest('form') : null;
  const form = focusedForm?.closest('main, dialog')
    ? focusedForm
    : document.querySelector('form:has(.save-bar)');
  if (!(form instanceof HTMLFormElement) || form.method !== 'post') return false;
  const button = form.querySelector<HTMLButtonElement>('button:is(.btn-primary, [data-saves])');
  if (!button || button.disabled) return false;
  form.requestSubmit(button);
  return true;
}

export function ShortcutsButton() {
  return (
    <button type="button" className="noscript:hidden" {...{ popovertarget: LIST_ID }}>
      Keyboard shortcuts
    </button>
  );
}

export function ShortcutList() {
  useShortcuts();
  const hasSingleKeys = useSingleKeyShortcuts();
  return (
    <div
      id={LIST_ID}
      {...{ popover: 'auto' }}
      // Sets the attribute that React drops: browsers focus the popover and restore the focus
      // after.
      ref={(list) => list?.setAttribute('autofocus', '')}
      tabIndex={-1}
      role="dialog"
      aria-labelledby={`${LIST_ID}-title`}
      className="popover"
    >
      <h2 id={`${LIST_ID}-title`}>Keyboard shortcuts</h2>
      <dl className="mt-3 grid grid-cols-[auto_1fr] gap-x-4 gap-y-2">
        {(hasSingleKeys ? [...SINGLE_KEYS, ...OTHER_KEYS] : OTHER_KEYS).map(([key, what]) => (
          <div key={key} className="contents">
            <dt>
              <kbd className="kbd">{key}</kbd>
            </dt>
            <dd>{what}</dd>
          </div>
        ))}
      </dl>
      <div className="mt-4">
        <ShortcutsSwitch />
      </div>
    </div>
  );
}
