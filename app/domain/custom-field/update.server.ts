import { eq } from 'drizzle-orm';
import { type CustomField, customFields, type FieldChanges } from '#db/schema';
import { transaction } from '#db/transaction';
import { canEditCustomFields, type Viewer } from '~/domain/access';
import {
  addSeenValues,
  hashShownValues,
  keepChangesOfOthers,
} from '~/domain/form-conflict/shown-values.server';
import { diffFields } from '~/domain/history/field-value';
import { customFieldEvent, recordHistory } from '~/domain/history/record.server';
import { forbidden, invalid, notFound } from '~/errors';
import { hasOptions } from './kinds';
import { isActiveField, listCustomFields, queryCustomFields } from './list.server';
import { assertFieldLimit, assertNameAvailable } from './rules.server';
import { type CustomFieldChanges, OPTIONS_REQUIRED_MESSAGE } from './schema';

export const RECORDED_FIELDS = [
  'name',
  'kind',
  'hint',
  'isRequired',
  'options',
  'section',
] as const;

export function assertCanEditCustomFields(viewer: Viewer): void {
  if (!canEditCustomFields(viewer)) throw forbidden('Admin access required.');
}

/** Throws 409 for what somebody else has changed since a form showed it, as in `seen`. */
export async function updateCustomField(
  viewer: Viewer,
  key: string,
  sent: CustomFieldChanges,
  { seen }: { seen?: string } = {},
): Promise<CustomField> {
  assertCanEditCustomFields(viewer);
  return transaction(async (tx) => {
    const fields = await queryCustomFields(tx);
    const before = getFieldByKey(fields, key);
    const changes = keepChangesOfOthers(sent, getShownValues(before), seen);
    const after = applyChanges(before, changes, fields);
    const isRestored = isActiveField(after) && !isActiveField(before);
    if (isRestored) assertFieldLimit(fields);
    assertNameAvailable(
      fields.filter((field) => field !== before),
      after.name,
    );
    await tx.update(customFields).set(after).where(eq(customFields.key, key));
    const isArchived = isActiveField(before) && !isActiveField(after);
    const recorded: FieldChanges = {
      ...diffFields(RECORDED_FIELDS, before, after),
      ...(isArchived && { archived: [null, true] }),
      ...(isRestored && { archived: [true, null] }),
    };
    if (Object.keys(recorded).length)
      await recordHistory(tx, viewer, [customFieldEvent(after, 'changed', recorded)]);
    return after;
  });
}

export const hashShownField = (field: CustomField) => hashShownValues(getShownValues(field));

/** Returns `seen` for a form that was refused for these values. */
export const addSeenFieldValues = (
  field: CustomField,
  seen: string | undefined,
  named: readonly string[],
) => addSeenValues(seen, getShownValues(field), named);

function getShownValues({ name, hint, isRequired, options, section }: CustomField) {
  return { name, hint, required: isRequired, options, section };
}

export async function moveCustomField(
  viewer: Viewer,
  key: string,
  step: -1 | 1,
): Promise<CustomField> {
  assertCanEditCustomFields(viewer);
  return transaction(async (tx) => {
    const fields = await queryCustomFields(tx);
    const field = getFieldByKey(fields, key);
    const order = fields.filter(isActiveField);
    const index = order.indexOf(field);
    const neighbour = order[index + step];
    if (index < 0 || !neighbour) return field;
    for (const [i, { key }] of order
      .with(index, neighbour)
      .with(index + step, field)
      .entries())
      await tx
        .update(customFields)
        .set({ position: i + 1 })
        .where(eq(customFields.key, key));
    const changedFields = { position: [index + 1, index + step + 1] as [number, number] };
    await recordHistory(tx, viewer, [customFieldEvent(field, 'changed', changedFields)]);
    return field;
  });
}

export async function getCustomField(key: string): Promise<CustomField> {
  return getFieldByKey(await listCustomFields(), key);
}

function getFieldByKey(fields: CustomField[], key: string): CustomField {
  const field = fields.find((candidate) => candidate.key === key);
  if (!field) throw notFound('There is no such field.');
  return field;
}

export function getLastPosition(fields: CustomField[]): number {
  return Math.max(0, ...fields.filter(isActiveField).map(({ position }) => position));
}

function applyChanges(
  before: CustomField,
  changes: CustomFieldChanges,
  fields: CustomField[],
): CustomField {
  const { kind, archived, required = before.isRequired, ...rest } = changes;
  if (kind !== undefined && kind !== before.kind)
    throw invalid([{ path: 'kind', message: 'The kind of a field cannot be changed' }]);
  const options = hasOptions(before.kind) ? (rest.options ?? before.options) : [];
  if (hasOptions(before.kind) && !options.length)
    throw invalid([{ path: 'options', message: OPTIONS_REQUIRED_MESSAGE }]);
  const after = { ...before, ...rest, options, isRequired: required };
  const isArchived = archived ?? !isActiveField(before);
  if (isArchived) return { ...after, archivedAt: before.archivedAt ?? new Date() };
  const position = isActiveField(before) ? before.position : getLastPosition(fields) + 1;
  return { ...after, archivedAt: null, position };
}
