import { Link, useNavigate } from '@remix-run/react';
import { type ReactNode, type RefObject, useEffect, useRef } from 'react';
import { Icon } from '~/ui/icon';
import { focusRow } from '~/ui/table/row-focus';

export function Dialog({
  title,
  close,
  row,
  children,
}: {
  title: ReactNode;
  close: string;
  row?: string;
  children: ReactNode;
}) {
  const dialog = useModal(row);
  const navigate = useNavigate();
  return (
    <>
      <Link to={close} preventScrollReset className="backdrop" aria-label="Close" tabIndex={-1} />
      <dialog
        ref={dialog}
        open
        // Missing from React's types: closes on a click outside, like Escape.
        {...{ closedby: 'any' }}
        className="dialog"
        aria-labelledby="dialog-title"
        onCancel={(event) => {
          event.preventDefault();
          navigate(close, { preventScrollReset: true });
        }}
      >
        <div className="mb-3 flex items-start justify-between gap-4">
          <h2 id="dialog-title" className="text-title">
            {title}
          </h2>
          <Link to={close} preventScrollReset className="btn btn-icon shrink-0" aria-label="Close">
            <Icon name="close" />
          </Link>
        </div>
        {children}
      </dialog>
    </>
  );
}

/**
 * Makes the dialog modal and focuses its first invalid field. Closing returns the focus to the
 * opener, or to the row of what was shown last.
 */
function useModal(row: string | undefined): RefObject<HTMLDialogElement> {
  const dialog = useRef<HTMLDialogElement>(null);
  const shown = useRef(row);
  useEffect(() => {
    shown.current = row;
  }, [row]);
  useEffect(() => {
    const element = dialog.current;
    if (!element) return;
    const opener = document.activeElement;
    element.removeAttribute('open');
    element.showModal();
    element.querySelector<HTMLElement>('[aria-invalid], form input:not([type="hidden"])')?.focus();
    // Restores the focus by hand: browsers do so only for dialogs that are still in the document.
    return () => {
      // A key may have moved the focus between the removal and this effect.
      const focused = document.activeElement;
      const hasFocusMoved =
        focused !== document.body && focused !== opener && !element.contains(focused);
      element.close();
      if (hasFocusMoved) return;
      const rowShown = shown.current ? document.getElementById(shown.current) : null;
      if (rowShown && !rowShown.contains(opener)) focusRow(rowShown);
      else if (opener instanceof HTMLElement && opener.isConnected)
        opener.focus({ preventScroll: true });
    };
  }, []);
  return dialog;
}
