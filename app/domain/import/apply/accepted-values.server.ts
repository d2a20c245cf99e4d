import type { FieldValue } from '#db/schema';
import { getContactKey } from '~/domain/contact/import-fields';
import { isSameValue } from '~/domain/history/field-value';
import { isFieldWritten } from '~/domain/import/preview/row-choices';
import type { ChosenRow } from './chosen-rows.server';
import type { ApplyContext } from './context.server';

/**
 * Returns the values that an update writes, without owner and contact; undefined if a field has
 * changed since the preview. The first of two rows about the same field counts.
 */
export function acceptUnchangedValues(
  context: ApplyContext,
  row: ChosenRow,
  before: Record<string, unknown>,
): Record<string, FieldValue> | undefined {
  const { holds, pipelineId, outcome } = row;
  const accepted = outcome.fields.filter(
    (fieldOutcome) =>
      fieldOutcome.field !== 'owner' &&
      !getContactKey(fieldOutcome.field) &&
      isFieldWritten(row, fieldOutcome) &&
      !isFieldDone(context, holds, pipelineId!, fieldOutcome.field),
  );
  const now = (field: string) => (before[field] ?? null) as FieldValue;
  if (!accepted.every(({ field, from }) => isSameValue(from, now(field)))) return undefined;
  for (const { field } of accepted) markFieldDone(context, holds, pipelineId!, field);
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
  writtenFields.set(key, (writtenFields.get(key) ?? new Set()).add(field));
}
