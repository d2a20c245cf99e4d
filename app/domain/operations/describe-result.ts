import { formatCount } from '~/domain/text/text';

/** The most rows in one selection: the largest page size. */
export const MAX_SELECTED_ROWS = 100;

/**
 * '1 skipped: it no longer exists'; empty if none was. `gone` is the number of rows that were
 * deleted before, `keptReasons` has the reason for each row that may not be deleted.
 */
export function describeSkipped({
  gone,
  keptReasons,
}: {
  gone: number;
  keptReasons: string[];
}): string {
  const skipped = gone + keptReasons.length;
  const subject = keptReasons.length ? gone : gone === 1 ? 'it' : 'they';
  const reasons = [...(gone ? [`${subject} ${describeGone(gone)}`] : []), ...new Set(keptReasons)];
  return skipped ? `${skipped} skipped: ${reasons.join(', ')}` : '';
}

const describeGone = (gone: number) => (gone === 1 ? 'no longer exists' : 'no longer exist');

/** How long a change of several deals can be undone. */
export const MAX_UNDO_MINUTES = 10;

/** Deals: `restored` by name, `refused` with the reasons why they stay in the trash. */
export interface UndoResult {
  undone: number;
  changedSince: number;
  gone: number;
  restored: string[];
  refused: string[];
}

/** '3 deals reverted, 2 were changed since and stay', or 'Acme restored'. */
export function describeUndo({
  undone,
  changedSince,
  gone,
  restored,
  refused,
}: UndoResult): string {
  const was = (count: number) => (count === 1 ? 'was' : 'were');
  return [
    restored.length ? describeRestored(restored) : '',
    undone ? `${undone} ${undone === 1 ? 'deal' : 'deals'} reverted` : '',
    changedSince
      ? `${changedSince} ${was(changedSince)} changed since and ${changedSince === 1 ? 'stays' : 'stay'}`
      : '',
    gone ? `${gone} ${describeGone(gone)}` : '',
    describeSkipped({ gone: 0, keptReasons: refused }),
  ]
    .filter(Boolean)
    .join(', ');
}

export function describeRestored(names: string[]): string {
  return `${names.length === 1 ? names[0] : formatCount(names.length, 'deal')} restored`;
}
