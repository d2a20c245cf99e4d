import type { CustomFieldValues } from '#db/schema';
import { formatCustomFieldValue } from '~/domain/custom-field/format';
import { listActiveCustomFields } from '~/domain/custom-field/list.server';
import { toCustomFieldName } from '~/domain/custom-field/names';
import { listReferencedPeople } from '~/domain/custom-field/people.server';
import { abbreviate } from '~/domain/text/text';
import { formatDay } from '~/format/date';
import type { Locale } from '~/format/locale';

interface CustomFactOptions {
  withoutPeople?: boolean;
  maxCharacters?: number;
}

const CUT_NOTE = 'shortened here, in full in the form';

export async function loadCustomFieldFacts(
  values: CustomFieldValues,
  locale: Locale,
  { withoutPeople = false, maxCharacters = Infinity }: CustomFactOptions = {},
) {
  const active = await listActiveCustomFields();
  const fields = active.filter(({ kind }) => !withoutPeople || kind !== 'person');
  const people = await listReferencedPeople(fields);
  const facts = fields.flatMap((field) => {
    const value = values[field.key];
    if (value === undefined) return [];
    const text =
      field.kind === 'day'
        ? formatDay(value as string, locale)
        : formatCustomFieldValue(field, value, people);
    const meta = { key: toCustomFieldName(field.key), kind: 'own' as const, label: field.name };
    return [{ ...meta, value: text, note: undefined as string | undefined }];
  });
  const characters = facts.reduce((sum, { value }) => sum + value.length, 0);
  if (characters <= maxCharacters) return facts;
  const share = Math.floor(maxCharacters / facts.length);
  return facts.map((fact) =>
    fact.value.length > share
      ? { ...fact, value: abbreviate(fact.value, share), note: CUT_NOTE }
      : fact,
  );
}
