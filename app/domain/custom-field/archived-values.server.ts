import type { CustomFieldValue, CustomFieldValues } from '#db/schema';
import { normalizeLineEnds } from '~/domain/history/field-value';
import { isBlank } from '~/domain/text/text';
import { formatCustomFieldValue, toControlValue } from './format';
import { isActiveField, listCustomFields } from './list.server';
import { toCustomFieldName } from './names';
import { listReferencedPeople } from './people.server';

export interface ArchivedValue {
  label: string;
  text: string;
}

/**
 * Lists what a form sends for archived fields and is not stored, as people read it. `sent` has the
 * texts of controls by name.
 */
export async function listArchivedValues(
  sent: Record<string, unknown> = {},
  stored: CustomFieldValues = {},
): Promise<ArchivedValue[]> {
  const fields = (await listCustomFields()).filter((field) => !isActiveField(field));
  const people = await listReferencedPeople(fields);
  return fields.flatMap((field) => {
    const typed = toTexts(sent[toCustomFieldName(field.key)] as string | string[] | undefined);
    const isStored = String(typed.toSorted()) === String(toStoredTexts(stored[field.key]));
    if (!typed.length || isStored) return [];
    const text = typed.map((value) => formatCustomFieldValue(field, value, people)).join(', ');
    return [{ label: field.name, text }];
  });
}

function toStoredTexts(value: CustomFieldValue | undefined): string[] {
  return value === undefined ? [] : toTexts(toControlValue(value)).toSorted();
}

function toTexts(value: string | string[] | undefined): string[] {
  return [value ?? []]
    .flat()
    .filter((text) => !isBlank(text))
    .map((text) => normalizeLineEnds(text).trim());
}
