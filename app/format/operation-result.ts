import type { UndoResult } from '~/domain/operations/result';
import { abbreviate, formatCount } from '~/domain/text/text';

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

const MAX_NAMED_DEALS = 3;
const MAX_NAME_LENGTH = 60;
const MAX_REASON_LENGTH = 120;

/** For example '3 deals reverted, 1 keeps what was changed since: Acme (Funding round: changed since by Ana Lindqvist)', or 'Acme restored'. */
export function describeUndo({
  undone,
  changedSince,
  gone,
  restored,
  notRestored,
  inboxItems = 0,
}: UndoResult): string {
  return [
    restored.length && !inboxItems ? describeRestored(restored) : '',
    inboxItems ? 'The inbox item is as it was' : '',
    undone && !inboxItems ? `${undone} ${undone === 1 ? 'deal' : 'deals'} reverted` : '',
    changedSince.length ? describeChangedSince(changedSince) : '',
    gone ? `${gone} ${describeGone(gone)}` : '',
    describeSkipped({ gone: 0, skipReasons: notRestored }),
  ]
    .filter(Boolean)
    .join(', ');
}

function describeChangedSince(deals: UndoResult['changedSince']): string {
  const named = deals
    .slice(0, MAX_NAMED_DEALS)
    .map(
      ({ companyName, why }) =>
        `${abbreviate(companyName, MAX_NAME_LENGTH)} (${abbreviate(why.replace(/\.$/, ''), MAX_REASON_LENGTH)})`,
    );
  const further = deals.length - named.length;
  const list = [...named, ...(further ? [`${further} more`] : [])].join(', ');
  return `${deals.length} ${deals.length === 1 ? 'keeps' : 'keep'} what was changed since: ${list}`;
}

export function describeRestored(names: string[]): string {
  return `${names.length === 1 ? names[0] : formatCount(names.length, 'deal')} restored`;
}
