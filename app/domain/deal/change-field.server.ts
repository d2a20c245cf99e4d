import type { Deal } from '#db/schema';
import { getTransactionId, transaction } from '#db/transaction';
import type { Viewer } from '~/domain/access';
import { applyDealEdits } from './apply-edits.server';
import { assertSeen } from './assert-seen.server';
import { getDealForUpdate } from './get.server';
import { getValueLabel } from './offered-values';

interface FieldChange {
  field: 'fundingRound' | 'nextMeetingDate';
  value: string | null;
  /** Values that the page showed; one that it did not send is not compared. */
  seenValues: Partial<Pick<Deal, 'fundingRound' | 'nextMeetingDate' | 'nextMeetingOn'>>;
}

/**
 * Changes one field. Returns the operation's id unless it had this value. Throws 412 if the field,
 * or the day of a next meeting, changed since it was seen.
 */
export async function changeDealField(
  viewer: Viewer,
  id: number,
  { field, value, seenValues }: FieldChange,
): Promise<{ company: string; operationId?: string }> {
  return transaction(async (tx) => {
    const before = await getDealForUpdate(tx, viewer, id);
    const company = before.companyName;
    if (before[field] === value) return { company };
    await assertSeen(before, field, {
      seen: describeField(field, { ...before, ...seenValues }),
      current: describeField(field, before),
      wanted: value && getValueLabel(field, value),
    });
    await applyDealEdits(tx, viewer, [{ before, changes: { [field]: value } }]);
    return { company, operationId: getTransactionId() };
  });
}

function describeField(field: FieldChange['field'], deal: Deal): string | null {
  const value = deal[field];
  if (field !== 'nextMeetingDate' || !deal.nextMeetingOn)
    return value && getValueLabel(field, value);
  return `${deal.nextMeetingDate ?? 'a day'} (${deal.nextMeetingOn})`;
}
