import { type ReactNode, useSyncExternalStore } from 'react';

// Checkboxes belong to a form by its id, so the selection works without scripts.

function boxesOf(form: string): HTMLInputElement[] {
  return [
    ...document.querySelectorAll<HTMLInputElement>(
      `input[type="checkbox"][name="id"][form="${form}"]`,
    ),
  ];
}

function onChange(notify: () => void): () => void {
  document.addEventListener('change', notify);
  return () => document.removeEventListener('change', notify);
}

function useSelection(form: string): { boxes: number; selected: number } | undefined {
  const counts = useSyncExternalStore(
    onChange,
    () => `${boxesOf(form).length} ${boxesOf(form).filter((box) => box.checked).length}`,
    () => '',
  );
  if (!counts) return undefined;
  const [boxes = 0, selected = 0] = counts.split(' ').map(Number);
  return { boxes, selected };
}

/** The header of the selection column: with scripts, a checkbox for all rows on the page. */
export function SelectAll({ form }: { form: string }) {
  const selection = useSelection(form);
  const setIndeterminate = (box: HTMLInputElement | null) => {
    if (box)
      box.indeterminate = Boolean(
        selection && selection.selected > 0 && selection.selected < selection.boxes,
      );
  };
  if (!selection?.boxes) return <span className="sr-only">Select</span>;
  return (
    <span className="all-rows">
      <input
        type="checkbox"
        id={`${form}-all`}
        aria-label="Select all rows on this page"
        ref={setIndeterminate}
        checked={selection.selected === selection.boxes}
        onChange={({ target }) => {
          for (const box of boxesOf(form)) box.checked = target.checked;
          document.dispatchEvent(new Event('change'));
        }}
      />
      <label htmlFor={`${form}-all`}>Select all</label>
    </span>
  );
}

/**
 * With scripts, disabled while nothing is selected, and shows how many rows are. With `action`, the
 * selection is sent there.
 */
export function SelectionButton({
  form,
  action,
  className = 'btn btn-danger',
  children,
}: {
  form: string;
  action?: string;
  className?: string;
  children: ReactNode;
}) {
  const selection = useSelection(form);
  return (
    <button
      form={form}
      formAction={action}
      className={className}
      disabled={selection?.selected === 0}
    >
      {children}
      {selection && selection.selected > 0 && (
        <span className="tabular-nums">({selection.selected})</span>
      )}
    </button>
  );
}
