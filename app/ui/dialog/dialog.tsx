import { Link, useNavigate } from '@remix-run/react';
import { type ReactNode, type RefObject, useEffect, useRef } from 'react';
import { Icon } from '~/ui/icon';
import { focusRow } from '~/ui/table/row-focus';

/** A dialog opened by the address; `close` is the address without it. Modal once scripts run. */
export function Dialog({
  title,
  close,
  row,
  children,
}: {
  title: ReactNode;
  close: string;
  /** The id of the row that it shows. */
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
        // Missing from React's types: a click outside closes, like Escape.
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
 * Makes the dialog modal and focuses its first invalid field. Closed, the focus is on what opened
 * it, or in the row of what it shows by then.
 */
function useModal(row: string | undefined): RefObject<HTMLDialogElement> {
  const dialog = useRef<HTMLDialogElement>(null);
  const shown = useRef(row);
  shown.current = row;
  useEffect(() => {
    const element = dialog.current;
    if (!element) return;
    const opener = document.activeElement;
    element.removeAttribute('open');
    element.showModal();
    element.querySelector<HTMLElement>('[aria-invalid], form input:not([type="hidden"])')?.focus();
    // The browser restores the focus only for dialogs that are still in the document.
    return () => {
      element.close();
      const rowShown = shown.current ? document.getElementById(shown.current) : null;
      if (rowShown && !rowShown.contains(opener)) focusRow(rowShown);
      else if (opener instanceof HTMLElement && opener.isConnected)
        opener.focus({ preventScroll: true });
    };
  }, []);
  return dialog;
}
