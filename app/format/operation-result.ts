import type { UndoResult } from '~/domain/operations/result';
import { formatCount } from '~/domain/text/text';

/** For example '1 skipped: it no longer exists'; empty if none was. `gone` rows were deleted before. */
export function describeSkipped({
  gone,
  skipReasons,
}: {
  gone: number;
  skipReasons: string[];
}): string {
  const skipped = gone + skipReasons.length;
  const subject = skipReasons.length ? gone : gone === 1 ? 'it' : 'they';
  const reasons = [...(gone ? [`${subject} ${describeGone(gone)}`] : []), ...new Set(skipReasons)];
  return skipped ? `${skipped} skipped: ${reasons.join(', ')}` : '';
}

const describeGone = (gone: number) => (gone === 1 ? 'no longer exists' : 'no longer exist');

/** For example '3 deals reverted, 2 were changed since and stay', or 'Acme restored'. */
export function describeUndo({
  undone,
  changedSince,
  gone,
  restored,
  notRestored,
  inboxItems = 0,
}: UndoResult): string {
  const was = (count: number) => (count === 1 ? 'was' : 'were');
  return [
    restored.length && !inboxItems ? describeRestored(restored) : '',
    inboxItems ? 'The inbox item is as it was' : '',
    undone && !inboxItems ? `${undone} ${undone === 1 ? 'deal' : 'deals'} reverted` : '',
    changedSince
      ? `${changedSince} ${was(changedSince)} changed since and ${changedSince === 1 ? 'stays' : 'stay'}`
      : '',
    gone ? `${gone} ${describeGone(gone)}` : '',
    describeSkipped({ gone: 0, skipReasons: notRestored }),
  ]
    .filter(Boolean)
    .join(', ');
}

export function describeRestored(names: string[]): string {
  return `${names.length === 1 ? names[0] : formatCount(names.length, 'deal')} restored`;
}
