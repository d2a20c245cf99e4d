import { getTransactionId, transaction } from '#db/transaction';
import type { Viewer } from '~/domain/access';
import { applyDealEdits } from './apply-edits.server';
import { assertSeen } from './assert-seen.server';
import { getDealForUpdate } from './get.server';

interface FieldChange {
  field: 'fundingRound' | 'nextMeetingDate';
  value: string | null;
  seen: string | null;
}

/**
 * Changes one field. Returns the operation's id unless it had this value. Throws 412 if the field
 * changed since it was seen.
 */
export async function changeDealField(
  viewer: Viewer,
  id: number,
  { field, value, seen }: FieldChange,
): Promise<{ company: string; operationId?: string }> {
  return transaction(async (tx) => {
    const before = await getDealForUpdate(tx, viewer, id);
    const company = before.companyName;
    await assertSeen(before, field, { seen, current: before[field], wanted: value });
    if (before[field] === value) return { company };
    await applyDealEdits(tx, viewer, [{ before, changes: { [field]: value } }]);
    return { company, operationId: getTransactionId() };
  });
}
