import type { FieldValue, ImportedChange } from '#db/schema';
import { getContactKey } from '~/domain/contact/import-fields';
import { listLinkedFields, withLinkedFields } from '~/domain/deal-field/linked-fields';
import { isSameValue } from '~/domain/history/field-value';
import { isFieldChosen } from '~/domain/import/preview/row-choices';
import type { ChosenRow } from './chosen-rows.server';
import type { ApplyContext } from './context.server';

/**
 * Returns the values that an update writes, without owner and contact, and marks their fields as
 * written; undefined if a field has changed since the preview. The first of two rows about the same
 * field counts.
 */
export function claimUnchangedValues(
  context: ApplyContext,
  row: ChosenRow,
  before: Record<string, unknown>,
): Record<string, FieldValue> | undefined {
  const { holds, dealId, outcome } = row;
  const accepted = outcome.fields.filter(
    (change) =>
      change.field !== 'owner' &&
      !getContactKey(change.field) &&
      isFieldChosen(row, change) &&
      !isFieldWritten(context, holds, dealId!, change.field),
  );
  const getCurrentValue = (field: string) => (before[field] ?? null) as FieldValue;
  // Closing the deal by an earlier row has ended the meeting.
  const isMoved = isFieldWritten(context, holds, dealId!, 'stage');
  const isUnchanged = ({ field, from, linked = {} }: ImportedChange) => {
    const seen: Record<string, FieldValue> = { ...linked, [field]: from };
    const isSame = (name: string) => isSameValue(seen[name] ?? null, getCurrentValue(name));
    const names = listLinkedFields(field);
    return names.every(isSame) || (isMoved && names.includes('nextMeetingOn'));
  };
  if (!accepted.every(isUnchanged)) return undefined;
  for (const { field } of accepted) markFieldWritten(context, holds, dealId!, field);
  const values = Object.fromEntries(accepted.map(({ field, to }) => [field, to]));
  return { ...listRetainedValues(outcome.fields, accepted), ...values };
}

/** Returns stored values that were chosen beside the file's, which would replace them otherwise. */
function listRetainedValues(
  changes: ImportedChange[],
  accepted: ImportedChange[],
): Record<string, FieldValue> {
  const written = withLinkedFields(accepted.map(({ field }) => field));
  const retained = changes.filter(
    ({ field, take }) => take === 'theirs' && written.includes(field),
  );
  return Object.fromEntries(retained.map(({ field, from }) => [field, from]));
}

export function isFieldWritten(
  { writtenFields }: ApplyContext,
  holds: ChosenRow['holds'],
  deal: number,
  field: string,
): boolean {
  return writtenFields.get(`${holds} ${deal}`)?.has(field) ?? false;
}

export function markFieldWritten(
  { writtenFields }: ApplyContext,
  holds: ChosenRow['holds'],
  deal: number,
  field: string,
): void {
  const key = `${holds} ${deal}`;
  writtenFields.set(key, new Set([...(writtenFields.get(key) ?? []), ...listLinkedFields(field)]));
}
