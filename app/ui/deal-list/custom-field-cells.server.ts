import { eq, inArray, type SQL, sql } from 'drizzle-orm';
import { db } from '#db/client';
import { type CustomField, type CustomFieldValue, customFieldValues, deals } from '#db/schema';
import { formatCustomFieldValue } from '~/domain/custom-field/format';
import type { Locale } from '~/domain/date/locale';
import { getCustomFieldColumns } from '~/domain/deal/list-columns';
import { parseCustomFieldName } from '~/domain/custom-field/names';
import { listActiveCustomFields } from '~/domain/custom-field/list.server';
import { listReferencedPeople } from '~/domain/custom-field/people.server';
import type { Person } from '~/domain/custom-field/values';
import { formatDay } from '~/domain/date/format';
import { truncate } from '~/domain/text/text';

/** Characters of a long text in a cell: 100 rows of 40 columns are a page of 2 MB. */
const MAX_CELL = 100;

const MAX_NARROW_CELL = 50;

/** More own columns than this are narrow. */
const MAX_WIDE_COLUMNS = 20;

function maxCellOf(fields: CustomField[]): number {
  return fields.length > MAX_WIDE_COLUMNS ? MAX_NARROW_CELL : MAX_CELL;
}

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
  return {
    heads: fields.map(({ key, name }) => ({ name: `field.${key}`, label: name })),
    cells: new Map(rows.map(({ id, values }) => [id, cellTexts(fields, values, people, locale)])),
  };
}

/** The values of these fields as JSON, of long texts what a cell shows: all fields of a page may have 40 MB. */
export function selectShownValues(fields: CustomField[]): SQL<string> {
  const max = maxCellOf(fields);
  const values = fields.map(({ key, kind }) => {
    const path = `$."${key}"`;
    return kind === 'text' || kind === 'longText' || kind === 'link'
      ? sql`substr(json_extract(${customFieldValues.fields}, ${path}), 1, ${max + 1})`
      : sql`json(${customFieldValues.fields} -> ${path})`;
  });
  return sql`json_array(${sql.join(values, sql`, `)})`;
}

/** The values of these fields, as `shownValues` reads them, as texts of a list's row; empty for none. */
export function cellTexts(
  fields: CustomField[],
  json: string,
  people: Person[],
  locale: Locale,
): string[] {
  const max = maxCellOf(fields);
  const values = JSON.parse(json) as (CustomFieldValue | null)[];
  return fields.map((field, n) => {
    const value = values[n] ?? undefined;
    if (value === undefined) return '';
    const text =
      field.kind === 'day'
        ? formatDay(value as string, locale)
        : formatCustomFieldValue(field, value, people);
    return text.length > max ? `${truncate(text, max)}…` : text;
  });
}
