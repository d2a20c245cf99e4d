import type { FieldValue } from '#db/schema';
import { getContactKey } from '~/domain/contact/import-fields';
import { isSameValue } from '~/domain/history/field-value';
import { isFieldWritten } from '~/domain/import/preview/row-choices';
import type { ChosenRow } from './chosen-rows.server';
import type { ApplyContext } from './context.server';

/** A day sets the choice, and a choice clears the day. */
const MEETING_FIELDS = ['nextMeetingDate', 'nextMeetingOn'];

/**
 * Returns the values that an update writes, without owner and contact; undefined if a field has
 * changed since the preview. The first of two rows about the same field counts.
 */
export function acceptUnchangedValues(
  context: ApplyContext,
  row: ChosenRow,
  before: Record<string, unknown>,
): Record<string, FieldValue> | undefined {
  const { holds, dealId, outcome } = row;
  const accepted = outcome.fields.filter(
    (fieldOutcome) =>
      fieldOutcome.field !== 'owner' &&
      !getContactKey(fieldOutcome.field) &&
      isFieldWritten(row, fieldOutcome) &&
      !isFieldDone(context, holds, dealId!, fieldOutcome.field),
  );
  const now = (field: string) => (before[field] ?? null) as FieldValue;
  // Closing the deal by an earlier row has ended the meeting.
  const isMoved = isFieldDone(context, holds, dealId!, 'stage');
  const isUnchanged = ({ field, from }: { field: string; from: FieldValue }) =>
    isSameValue(from, now(field)) || (isMoved && MEETING_FIELDS.includes(field));
  if (!accepted.every(isUnchanged)) return undefined;
  for (const { field } of accepted) markFieldDone(context, holds, dealId!, field);
  return Object.fromEntries(accepted.map(({ field, to }) => [field, to]));
}

export function isFieldDone(
  { writtenFields }: ApplyContext,
  holds: string,
  deal: number,
  field: string,
): boolean {
  return writtenFields.get(`${holds} ${deal}`)?.has(field) ?? false;
}

export function markFieldDone(
  { writtenFields }: ApplyContext,
  holds: string,
  deal: number,
  field: string,
): void {
  const key = `${holds} ${deal}`;
  const fields = MEETING_FIELDS.includes(field) ? MEETING_FIELDS : [field];
  writtenFields.set(key, new Set([...(writtenFields.get(key) ?? []), ...fields]));
}
