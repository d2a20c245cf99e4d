import type { CustomField } from '#db/schema';
import { parseDealQuery } from '~/address/deal-query';
import { formatCustomFieldValue } from '~/domain/custom-field/format';
import { listActiveCustomFields } from '~/domain/custom-field/list.server';
import { listReferencedPeople, listSelectablePeople } from '~/domain/custom-field/people.server';
import type { Person } from '~/domain/custom-field/values';
import { includeValue, type SelectOption } from '~/ui/form/select-behavior';

export async function loadCustomFieldFilters(params: URLSearchParams) {
  const fields = await listActiveCustomFields();
  const { customFields: filtered = {} } = parseDealQuery(params);
  const people = fields.some(({ kind }) => kind === 'person') ? await listSelectablePeople() : [];
  const everyone = await listReferencedPeople(fields);
  return fields.map((field) => {
    const { key, name: label, kind } = field;
    const name = `field.${key}`;
    const isRange = kind === 'number' || kind === 'money' || kind === 'day';
    const names = isRange ? [`${name}.min`, `${name}.max`] : [name];
    const values = Object.fromEntries(names.map((control) => [control, filtered[control] ?? []]));
    const options = includeFiltered(field, getFilterOptions(field, people), {
      values: values[name],
      people: everyone,
    });
    return { kind, label, names, sort: name, values, options };
  });
}

export type CustomFieldFilterControl = Awaited<ReturnType<typeof loadCustomFieldFilters>>[number];

function getFilterOptions(
  { kind, options }: CustomField,
  people: Person[],
): readonly SelectOption[] {
  if (kind === 'person') return people.map(({ id, name }) => ({ value: id, label: name }));
  const values = kind === 'yesNo' ? ['yes', 'no'] : options;
  return values.map((value) => ({ value, label: value }));
}

/** Adds filtered choices and people that are no longer offered, as the selects of lists do. */
function includeFiltered(
  field: CustomField,
  offered: readonly SelectOption[],
  { values = [], people }: { values?: string[]; people: Person[] },
): readonly SelectOption[] {
  const { kind } = field;
  if (kind !== 'choice' && kind !== 'choices' && kind !== 'person') return offered;
  const all = values.reduce(includeValue, offered);
  if (kind !== 'person') return all;
  return all.map((option) =>
    offered.includes(option)
      ? option
      : { ...option, label: formatCustomFieldValue(field, option.value, people) },
  );
}
