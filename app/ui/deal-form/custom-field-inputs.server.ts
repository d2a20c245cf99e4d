import type { CustomField, CustomFieldValues } from '#db/schema';
import { formatCustomFieldValue } from '~/domain/custom-field/format';
import { CUSTOM_SECTION } from '~/domain/custom-field/kinds';
import { listActiveCustomFields } from '~/domain/custom-field/list.server';
import { toCustomFieldName } from '~/domain/custom-field/names';
import { listReferencedPeople, listSelectablePeople } from '~/domain/custom-field/people.server';
import type { SelectOption } from '~/ui/form/select-behavior';

export async function loadCustomFieldInputs(stored?: CustomFieldValues) {
  const fields = await listActiveCustomFields();
  const isPerson = ({ kind }: CustomField) => kind === 'person';
  const people = fields.some(isPerson) ? await listSelectablePeople() : [];
  const everyone = stored ? await listReferencedPeople(fields) : people;
  return fields.map((field) => {
    const { key, name, kind, hint, options, isRequired, section } = field;
    const value = stored?.[key];
    const offered = isPerson(field)
      ? people.map(({ id, name }) => ({ value: id, label: name }))
      : options.map((option) => ({ value: option, label: option }));
    const retired = [isPerson(field) || options.length ? (value ?? []) : []]
      .flat()
      .filter((item) => offered.every(({ value }) => value !== item))
      .map((item) => ({
        value: String(item),
        label: formatCustomFieldValue(field, item as string, everyone),
      }));
    return {
      name: toCustomFieldName(key),
      label: name,
      kind,
      hint: hint ?? undefined,
      ...offerOptions(kind, [...offered, ...retired]),
      required: isRequired && !stored,
      section: section ?? CUSTOM_SECTION,
    };
  });
}

/** Offers `choices` as texts only: 40 fields may have 4,000. */
function offerOptions(kind: CustomField['kind'], options: SelectOption[]) {
  return kind === 'choices'
    ? { options: [], choices: options.map(({ value }) => value) }
    : { options, choices: [] };
}

export type CustomFieldInputView = Awaited<ReturnType<typeof loadCustomFieldInputs>>[number];
