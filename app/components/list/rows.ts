/** In px: the top bar and the head of a table. */
const STICKY = 96;

/** The index of a row that is being deleted. */
let deleted: number | undefined;

/** Scrolls a row into sight and focuses its first link. */
export function showRow(row: HTMLElement): void {
  const { top, bottom } = row.getBoundingClientRect();
  if (top < STICKY || bottom > window.innerHeight) row.scrollIntoView({ block: 'center' });
  firstLink(row)?.focus({ preventScroll: true });
}

/** Called before the row of a control is deleted. */
export function leaveRow(control: Element): void {
  deleted = control.closest('tr')?.sectionRowIndex;
}

/** The link of the row that took the place of the deleted one, once after each deletion. */
export function takeNextRow(): HTMLElement | null {
  const rows = document.querySelectorAll<HTMLElement>('main tbody > tr');
  const row = deleted === undefined ? undefined : rows[Math.min(deleted, rows.length - 1)];
  deleted = undefined;
  return row ? firstLink(row) : null;
}

function firstLink(row: HTMLElement): HTMLElement | null {
  return row.querySelector<HTMLElement>('a[href]');
}
