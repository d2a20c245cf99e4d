import { eq, inArray, type SQL, sql } from 'drizzle-orm';
import { db } from '#db/client';
import { type CustomField, type CustomFieldValue, customFieldValues, deals } from '#db/schema';
import { formatCustomFieldValue } from '~/domain/custom-field/format';
import { listActiveCustomFields } from '~/domain/custom-field/list.server';
import { parseCustomFieldName } from '~/domain/custom-field/names';
import { listReferencedPeople } from '~/domain/custom-field/people.server';
import type { Person } from '~/domain/custom-field/values';
import { formatDay } from '~/domain/date/format';
import type { Locale } from '~/domain/date/locale';
import { getCustomFieldColumns } from '~/domain/deal/list-columns';
import { truncate } from '~/domain/text/text';

/** The most characters of a long text in a cell. */
const MAX_CELL_CHARACTERS = 100;

/** The head of an own field's column; `name` is what a sort by it begins with. */
export interface OwnHead {
  name: string;
  label: string;
}

/**
 * The columns of own fields and the texts of these deals in them, by id; undefined if the list shows no own
 * field: then nothing is read.
 */
export async function ownColumns(
  ids: number[],
  columns: readonly string[] = [],
  locale: Locale,
): Promise<{ heads: OwnHead[]; cells: Map<number, string[]> } | undefined> {
  const keys = getCustomFieldColumns(columns).map(parseCustomFieldName);
  const fields = keys.length
    ? (await listActiveCustomFields()).filter(({ key }) => keys.includes(key))
    : [];
  if (!fields.length) return undefined;
  const people = await listReferencedPeople(fields);
  const rows = await db
    .select({ id: deals.id, values: selectShownValues(fields) })
    .from(deals)
    .leftJoin(customFieldValues, eq(customFieldValues.pipelineId, deals.id))
    .where(inArray(deals.id, ids));
  const cellsOf = (json: string) => {
    const values = JSON.parse(json) as (CustomFieldValue | null)[];
    return fields.map((field, n) => formatCell(field, values[n] ?? undefined, people, locale));
  };
  return {
    heads: fields.map(({ key, name }) => ({ name: `field.${key}`, label: name })),
    cells: new Map(rows.map(({ id, values }) => [id, cellsOf(values)])),
  };
}

/** The values of these fields as JSON, of long texts what a cell shows: all fields of a page may have 40 MB. */
export function selectShownValues(fields: CustomField[]): SQL<string> {
  const values = fields.map(({ key, kind }) => {
    const path = `$."${key}"`;
    return kind === 'text' || kind === 'longText' || kind === 'link'
      ? sql`substr(json_extract(${customFieldValues.fields}, ${path}), 1, ${MAX_CELL_CHARACTERS + 1})`
      : sql`json(${customFieldValues.fields} -> ${path})`;
  });
  return sql`json_array(${sql.join(values, sql`, `)})`;
}

/** A value as a list has it; empty for none. */
export function formatCell(
  field: CustomField,
  value: CustomFieldValue | undefined,
  people: Person[],
  locale: Locale,
): string {
  if (value === undefined) return '';
  const text =
    field.kind === 'day'
      ? formatDay(value as string, locale)
      : formatCustomFieldValue(field, value, people);
  return text.length > MAX_CELL_CHARACTERS ? `${truncate(text, MAX_CELL_CHARACTERS)}…` : text;
}
