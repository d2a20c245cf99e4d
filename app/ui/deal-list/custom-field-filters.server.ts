import { formatCustomFieldValue } from '~/domain/custom-field/format';
import { isActiveField, listCustomFields } from '~/domain/custom-field/list.server';
import { listReferencedPeople } from '~/domain/custom-field/people.server';
import type { DealQuery } from '~/domain/deal/query';
import type { ActiveFilter } from '~/format/active-filters';

const RANGE_SUFFIXES: Record<string, string> = { min: ' or more', max: ' or less' };

/** Names the filter of an archived field, too, because a saved view may have it. */
export async function describeCustomFieldFilters({
  customFields,
}: DealQuery): Promise<ActiveFilter[]> {
  if (!customFields) return [];
  const fields = new Map((await listCustomFields()).map((field) => [field.key, field]));
  const people = await listReferencedPeople([...fields.values()]);
  return Object.entries(customFields).flatMap(([name, values]): ActiveFilter[] => {
    const [, key = '', end = ''] = name.split('.');
    const field = fields.get(key);
    if (!field) return [];
    if (!isActiveField(field))
      return [{ name, label: `${field.name} (archived)`, value: 'not applied' }];
    const labels = values.map((value) =>
      field.kind === 'person' ? formatCustomFieldValue(field, value, people) : value,
    );
    return [{ name, label: field.name, value: labels.join(', ') + (RANGE_SUFFIXES[end] ?? '') }];
  });
}
