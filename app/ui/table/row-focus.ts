const STICKY_HEIGHT_PX = 96;

let deletedRowIndex: number | undefined;

export function focusRow(row: HTMLElement): void {
  const { top, bottom } = row.getBoundingClientRect();
  if (top < STICKY_HEIGHT_PX || bottom > window.innerHeight)
    row.scrollIntoView({ block: 'center' });
  findFirstLink(row)?.focus({ preventScroll: true });
}

export function rememberDeletedRow(control: Element): void {
  deletedRowIndex = control.closest('tr')?.sectionRowIndex;
}

/** Returns the link of the row that replaced the deleted one, once after each deletion. */
export function takeNextRowLink(): HTMLElement | null {
  const rows = document.querySelectorAll<HTMLElement>('main tbody > tr');
  const row =
    deletedRowIndex === undefined ? undefined : rows[Math.min(deletedRowIndex, rows.length - 1)];
  deletedRowIndex = undefined;
  return row ? findFirstLink(row) : null;
}

function findFirstLink(row: HTMLElement): HTMLElement | null {
  return row.querySelector<HTMLElement>('a[href]');
}
