import type { FieldValue, RowOutcome } from '#db/schema';
import { type ClosingReason, NO_REASON } from '~/domain/stage/close.server';
import { badRequest } from '~/errors';
import type { ApplyContext } from './context.server';

export function findRowClosingReason(
  { reasonIds }: ApplyContext,
  { closingReason: reason }: RowOutcome,
  { stage }: Record<string, FieldValue>,
): ClosingReason | undefined {
  if (!reason || !stage) return undefined;
  const reasonId = reasonIds.get(reason);
  if (reasonId === undefined)
    throw badRequest(`The reason “${reason}” was retired. Please choose the values again.`);
  return { ...NO_REASON, reasonId, reason };
}
