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

/** Keeps 100 rows of 40 columns below 2 MB. */
const MAX_CELL = 100;

const MAX_NARROW_CELL = 40;

/** Narrows the columns above this number of custom columns. */
const MAX_WIDE_COLUMNS = 20;

function maxCellOf(fields: CustomField[]): number {
  return fields.length > MAX_WIDE_COLUMNS ? MAX_NARROW_CELL : MAX_CELL;
}

/** `name` starts the key of a sort by this column. */
export interface OwnHead {
  name: string;
  label: string;
}

/** Returns undefined without reading values if the list shows no custom field. */
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

/**
 * Selects values as JSON by key in one pass, with long texts cut to a cell's length: all values of a
 * page may have 800 MB.
 */
export function selectShownValues(fields: CustomField[]): SQL<string> {
  const shown = sql`substr(value, 1, ${maxCellOf(fields) + 1})`;
  const value = sql`case
    when type = 'text' then ${shown}
    when type in ('true', 'false') then json(type)
    when type in ('array', 'object') then json(value)
    else value end`;
  const keys = JSON.stringify(fields.map(({ key }) => key));
  return sql`(select json_group_object(key, ${value}) from json_each(${customFieldValues.fields})
    where key in (select value from json_each(${keys})))`;
}

/** Formats the values that `selectShownValues` reads; empty for a missing one. */
export function cellTexts(
  fields: CustomField[],
  json: string,
  people: Person[],
  locale: Locale,
): string[] {
  const max = maxCellOf(fields);
  const values = JSON.parse(json) as Record<string, CustomFieldValue | undefined>;
  return fields.map((field) => {
    const value = values[field.key];
    if (value === undefined) return '';
    const text =
      field.kind === 'day'
        ? formatDay(value as string, locale)
        : formatCustomFieldValue(field, value, people);
    return text.length > max ? `${truncate(text, max)}…` : text;
  });
}
