import { type ReactNode, useSyncExternalStore } from 'react';

/** Ticked rows live in the page alone: the boxes belong to a form by its id, so that they work without scripts. */

function boxesOf(form: string): HTMLInputElement[] {
  return [
    ...document.querySelectorAll<HTMLInputElement>(
      `input[type="checkbox"][name="id"][form="${form}"]`,
    ),
  ];
}

function onTick(notify: () => void): () => void {
  document.addEventListener('change', notify);
  return () => document.removeEventListener('change', notify);
}

/** How many rows there are to tick and how many are ticked; undefined without scripts. */
function useTicks(form: string): { boxes: number; selected: number } | undefined {
  const counts = useSyncExternalStore(
    onTick,
    () => `${boxesOf(form).length} ${boxesOf(form).filter((box) => box.checked).length}`,
    () => '',
  );
  if (!counts) return undefined;
  const [boxes = 0, selected = 0] = counts.split(' ').map(Number);
  return { boxes, selected };
}

/** The head of the tick column: where scripts run, a box that ticks every row of this page. */
export function SelectAll({ form }: { form: string }) {
  const ticks = useTicks(form);
  const showPartly = (box: HTMLInputElement | null) => {
    if (box)
      box.indeterminate = Boolean(ticks && ticks.selected > 0 && ticks.selected < ticks.boxes);
  };
  if (!ticks?.boxes) return <span className="sr-only">Select</span>;
  return (
    <input
      type="checkbox"
      aria-label="Select all rows of this page"
      ref={showPartly}
      checked={ticks.selected === ticks.boxes}
      onChange={({ target }) => {
        for (const box of boxesOf(form)) box.checked = target.checked;
        document.dispatchEvent(new Event('change'));
      }}
    />
  );
}

/** The bulk button of a form: where scripts run, it waits for a tick and says how many. */
export function SelectionButton({ form, children }: { form: string; children: ReactNode }) {
  const ticks = useTicks(form);
  return (
    <button form={form} className="btn btn-danger" disabled={ticks?.selected === 0}>
      {children}
      {ticks && ticks.selected > 0 && <span className="tabular-nums">({ticks.selected})</span>}
    </button>
  );
}
