import type { CustomField } from '#db/schema';
import { listActiveCustomFields } from '~/domain/custom-field/list.server';
import { listSelectablePeople } from '~/domain/custom-field/people.server';
import type { Person } from '~/domain/custom-field/values';

export async function loadCustomFieldFilters(params: URLSearchParams) {
  const fields = await listActiveCustomFields();
  const people = fields.some(({ kind }) => kind === 'person') ? await listSelectablePeople() : [];
  return fields.map(({ key, name: label, kind, options }) => {
    const name = `field.${key}`;
    const isRange = kind === 'number' || kind === 'money' || kind === 'day';
    const names = isRange ? [`${name}.min`, `${name}.max`] : [name];
    const values = Object.fromEntries(names.map((control) => [control, params.getAll(control)]));
    return {
      kind,
      label,
      names,
      sort: name,
      values,
      options: getFilterOptions(kind, options, people),
    };
  });
}

export type CustomFieldFilterControl = Awaited<ReturnType<typeof loadCustomFieldFilters>>[number];

function getFilterOptions(kind: CustomField['kind'], options: string[], people: Person[]) {
  if (kind === 'person') return people.map(({ id, name }) => ({ value: id, label: name }));
  const values = kind === 'yesNo' ? ['yes', 'no'] : options;
  return values.map((value) => ({ value, label: value }));
}
