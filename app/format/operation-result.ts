import type { UndoResult } from '~/domain/operations/result';
import { abbreviate, formatCount } from '~/domain/text/text';

/**
 * Returns '1 skipped: it no longer exists', or '3 skipped: 2 no longer exist, admins cannot be
 * deleted'; empty if none was. `gone` rows were deleted before.
 */
export function describeSkipped({
  gone,
  skipReasons,
}: {
  gone: number;
  skipReasons: string[];
}): string {
  const skipped = gone + skipReasons.length;
  if (!skipped) return '';
  const pronoun = gone === 1 ? 'it' : 'they';
  // A number only where it differs from that of all skipped rows.
  const subject = skipReasons.length ? String(gone) : pronoun;
  const goneReason = gone ? [`${subject} ${describeGone(gone)}`] : [];
  return `${skipped} skipped: ${[...goneReason, ...new Set(skipReasons)].join(', ')}`;
}

function describeGone(gone: number): string {
  return gone === 1 ? 'no longer exists' : 'no longer exist';
}

const MAX_NAMED_DEALS = 3;
const MAX_NAME_LENGTH = 60;
const MAX_REASON_LENGTH = 120;

/**
 * Returns '3 deals reverted, 1 keeps what was changed since: Acme (Funding round: changed since by
 * Ana Lindqvist)', or 'Acme restored'.
 */
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
    gone ? `${inboxItems ? 'its deal' : gone} ${describeGone(gone)}` : '',
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
