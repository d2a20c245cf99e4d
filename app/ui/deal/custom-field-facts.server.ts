import type { CustomFieldValues } from '#db/schema';
import { listActiveCustomFields } from '~/domain/custom-field/list.server';
import { toCustomFieldName } from '~/domain/custom-field/names';
import { listReferencedPeople } from '~/domain/custom-field/people.server';
import { abbreviate } from '~/domain/text/text';
import { formatCustomField } from '~/format/custom-field';
import type { Locale } from '~/format/locale';

interface CustomFactOptions {
  withoutPeople?: boolean;
  maxCharacters?: number;
}

/** Keeps a page below 2 MB: 40 custom texts may have 400,000 characters. */
export const MAX_CUSTOM_CHARACTERS = 60_000;

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
    return [
      {
        key: toCustomFieldName(field.key),
        kind: 'custom' as const,
        label: field.name,
        value: formatCustomField(field, value, people, locale),
        note: undefined as string | undefined,
      },
    ];
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
