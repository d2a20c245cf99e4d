/** The most rows in one selection: the largest page size. */
export const MAX_SELECTED = 100;

/**
 * '1 skipped: it no longer exists'; empty if none was. `gone` is the number of rows that were
 * deleted before, `kept` has the reason for each row that may not be deleted.
 */
export function skippedText({ gone, kept }: { gone: number; kept: string[] }): string {
  const skipped = gone + kept.length;
  const subject = kept.length ? gone : gone === 1 ? 'it' : 'they';
  const reasons = [...(gone ? [`${subject} ${noLonger(gone)}`] : []), ...new Set(kept)];
  return skipped ? `${skipped} skipped: ${reasons.join(', ')}` : '';
}

const noLonger = (gone: number) => (gone === 1 ? 'no longer exists' : 'no longer exist');

/** How long an act on several deals can be undone. */
export const UNDO_MINUTES = 10;

export interface Undone {
  undone: number;
  changedSince: number;
  gone: number;
}

/** '3 deals reverted, 2 were changed since and stay'. */
export function undoneText({ undone, changedSince, gone }: Undone): string {
  const was = (count: number) => (count === 1 ? 'was' : 'were');
  return [
    undone ? `${undone} ${undone === 1 ? 'deal' : 'deals'} reverted` : '',
    changedSince
      ? `${changedSince} ${was(changedSince)} changed since and ${changedSince === 1 ? 'stays' : 'stay'}`
      : '',
    gone ? `${gone} ${noLonger(gone)}` : '',
  ]
    .filter(Boolean)
    .join(', ');
}
