import { type ComponentProps, useSyncExternalStore } from 'react';

// Finds checkboxes by form id, so that the selection works without scripts.

function getCheckboxes(form: string): HTMLInputElement[] {
  return [...document.querySelectorAll<HTMLInputElement>(`[name="id"][form="${form}"]`)];
}

function subscribeToChanges(notify: () => void): () => void {
  document.addEventListener('change', notify);
  return () => document.removeEventListener('change', notify);
}

function useSelection(form: string): { boxes: number; selected: number } | undefined {
  const counts = useSyncExternalStore(
    subscribeToChanges,
    () =>
      `${getCheckboxes(form).length} ${getCheckboxes(form).filter((box) => box.checked).length}`,
    () => '',
  );
  if (!counts) return undefined;
  const [boxes = 0, selected = 0] = counts.split(' ').map(Number);
  return { boxes, selected };
}

export function SelectAll({ form }: { form: string }) {
  const selection = useSelection(form);
  if (!selection?.boxes) return <span className="sr-only">Select</span>;
  const isAll = selection.selected === selection.boxes;
  return (
    <span className="all-rows">
      <input
        type="checkbox"
        id={`${form}-all`}
        aria-label="Select all rows on this page"
        ref={(box) => {
          if (box) box.indeterminate = selection.selected > 0 && !isAll;
        }}
        checked={isAll}
        onChange={({ target }) => {
          for (const box of getCheckboxes(form)) box.checked = target.checked;
          document.dispatchEvent(new Event('change'));
        }}
      />
      <label htmlFor={`${form}-all`} className="md:hidden">
        Select all
      </label>
    </span>
  );
}

type ButtonProps = ComponentProps<'button'> & { form: string };

/** Disabled while nothing is selected, if scripts run; shows the number of selected rows. */
export function SelectionButton({ children, ...button }: ButtonProps) {
  const selection = useSelection(button.form);
  return (
    <button className="btn btn-danger" disabled={selection?.selected === 0} {...button}>
      {children}
      {selection && selection.selected > 0 && (
        <span className="tabular">({selection.selected})</span>
      )}
    </button>
  );
}
