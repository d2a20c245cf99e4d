import type { CustomField } from '#db/schema';
import {
  type CellValues,
  getMaxCellCharacters,
  listCellValues,
} from '~/domain/custom-field/cell-values.server';
import { formatCustomFieldValue } from '~/domain/custom-field/format';
import { listActiveCustomFields } from '~/domain/custom-field/list.server';
import { parseCustomFieldName } from '~/domain/custom-field/names';
import { listReferencedPeople } from '~/domain/custom-field/people.server';
import type { Person } from '~/domain/custom-field/values';
import { getCustomFieldColumns } from '~/domain/deal/list-columns';
import { abbreviate } from '~/domain/text/text';
import { formatDay } from '~/format/date';
import type { Locale } from '~/format/locale';

/** `name` starts the key of a sort by this column. */
export interface CustomFieldHead {
  name: string;
  label: string;
}

interface CustomFieldCells {
  heads: CustomFieldHead[];
  /** Texts by deal id, in the order of `heads`. */
  cells: Map<number, string[]>;
}

/** Returns undefined without reading values if the list shows no custom field. */
export async function loadCustomFieldCells(
  dealIds: number[],
  columns: readonly string[] = [],
  locale: Locale,
): Promise<CustomFieldCells | undefined> {
  const keys = getCustomFieldColumns(columns).map(parseCustomFieldName);
  if (!keys.length) return undefined;
  const fields = (await listActiveCustomFields()).filter(({ key }) => keys.includes(key));
  if (!fields.length) return undefined;
  const people = await listReferencedPeople(fields);
  const rows = await listCellValues(dealIds, fields);
  return {
    heads: fields.map(({ key, name }) => ({ name: `field.${key}`, label: name })),
    cells: new Map(rows.map(({ id, values }) => [id, formatCells(fields, values, people, locale)])),
  };
}

/** Returns an empty text for a missing value. */
export function formatCells(
  fields: CustomField[],
  values: CellValues,
  people: Person[],
  locale: Locale,
): string[] {
  const max = getMaxCellCharacters(fields);
  return fields.map((field) => {
    const value = values[field.key];
    if (value === undefined) return '';
    const text =
      field.kind === 'day'
        ? formatDay(value as string, locale)
        : formatCustomFieldValue(field, value, people);
    return abbreviate(text, max);
  });
}
