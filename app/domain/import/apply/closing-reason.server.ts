import type { FieldValue, ListOption, RowOutcome } from '#db/schema';
import type { OptionLists } from '~/domain/option-list/option-lists';
import { type ClosingReason, NO_REASON } from '~/domain/stage/close.server';
import type { ApplyContext } from './context.server';

/** Returns the closing reason that has, or once had, this name; undefined if it was retired. */
export function findOfferedReason(lists: OptionLists, name: string): ListOption | undefined {
  const currentName = lists.toCurrentName('reasons', name);
  return lists.listActiveOptions('reasons').find((reason) => reason.name === currentName);
}

/** Reads a row that `assertOffered` has checked. */
export function findRowClosingReason(
  { offered }: ApplyContext,
  { closingReason }: RowOutcome,
  { stage }: Record<string, FieldValue>,
): ClosingReason | undefined {
  if (!closingReason || !stage) return undefined;
  const { id, name } = findOfferedReason(offered.lists, closingReason)!;
  return { ...NO_REASON, reasonId: id, reason: name };
}
