import type { CustomFieldValues } from '#db/schema';
import { formatCustomFieldValue } from '~/domain/custom-field/format';
import { listActiveCustomFields } from '~/domain/custom-field/list.server';
import { toCustomFieldName } from '~/domain/custom-field/names';
import { listReferencedPeople } from '~/domain/custom-field/people.server';
import { formatDay } from '~/format/date';
import type { Locale } from '~/format/locale';

/** Returns the filled custom fields; for outsiders `withoutPeople`. */
export async function loadCustomFieldFacts(
  values: CustomFieldValues,
  locale: Locale,
  { withoutPeople = false }: { withoutPeople?: boolean } = {},
) {
  const active = await listActiveCustomFields();
  const fields = active.filter(({ kind }) => !withoutPeople || kind !== 'person');
  const people = await listReferencedPeople(fields);
  return fields.flatMap((field) => {
    const value = values[field.key];
    if (value === undefined) return [];
    const text =
      field.kind === 'day'
        ? formatDay(value as string, locale)
        : formatCustomFieldValue(field, value, people);
    const meta = { key: toCustomFieldName(field.key), kind: 'own' as const, label: field.name };
    return [{ ...meta, value: text, note: undefined }];
  });
}
