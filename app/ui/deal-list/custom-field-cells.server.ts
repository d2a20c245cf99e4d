import type { CustomField } from '#db/schema';
import {
  type CellValues,
  getMaxCellCharacters,
  listCellValues,
} from '~/domain/custom-field/cell-values.server';
import { listActiveCustomFields } from '~/domain/custom-field/list.server';
import { type CustomFieldName, toCustomFieldName } from '~/domain/custom-field/names';
import { listReferencedPeople } from '~/domain/custom-field/people.server';
import type { Person } from '~/domain/custom-field/values';
import { getCustomFieldColumns } from '~/domain/deal/list-columns';
import { abbreviate } from '~/domain/text/text';
import { formatCustomField } from '~/format/custom-field';
import type { Locale } from '~/format/locale';

export interface CustomFieldHead {
  column: CustomFieldName;
  name: string;
  label: string;
}

interface CustomFieldCells {
  heads: CustomFieldHead[];
  /** Texts by deal id, in the order of `heads`. */
  cells: Map<number, string[]>;
}

export async function loadCustomFieldCells(
  dealIds: number[],
  columns: readonly string[] = [],
  locale: Locale,
): Promise<CustomFieldCells | undefined> {
  const fields = await listShownCustomFields(columns);
  if (!fields.length) return undefined;
  const people = await listReferencedPeople(fields);
  const rows = await listCellValues(dealIds, fields);
  return {
    heads: fields.map(({ key, name }) => ({
      column: toCustomFieldName(key),
      name: `field.${key}`,
      label: name,
    })),
    cells: new Map(rows.map(({ id, values }) => [id, formatCells(fields, values, people, locale)])),
  };
}

export async function listShownCustomFields(columns: readonly string[] = []) {
  const names = getCustomFieldColumns(columns);
  if (!names.length) return [];
  const fields = await listActiveCustomFields();
  return names.flatMap((name) => fields.find(({ key }) => toCustomFieldName(key) === name) ?? []);
}

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
    return abbreviate(formatCustomField(field, value, people, locale), max);
  });
}
