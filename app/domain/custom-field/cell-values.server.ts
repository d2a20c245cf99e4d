import { eq, inArray, type SQL, sql } from 'drizzle-orm';
import { db } from '#db/client';
import { type CustomField, type CustomFieldValue, customFieldValues, deals } from '#db/schema';

/** Keeps 100 rows of 40 columns below 2 MB. */
const MAX_CELL_CHARACTERS = 100;
const MAX_NARROW_CELL_CHARACTERS = 40;
const MAX_WIDE_COLUMNS = 20;

export function getMaxCellCharacters(fields: CustomField[]): number {
  return fields.length > MAX_WIDE_COLUMNS ? MAX_NARROW_CELL_CHARACTERS : MAX_CELL_CHARACTERS;
}

export type CellValues = Record<string, CustomFieldValue | undefined>;

export async function listCellValues(dealIds: number[], fields: CustomField[]) {
  const rows = await db
    .select({ id: deals.id, json: selectCellValues(fields) })
    .from(deals)
    .leftJoin(customFieldValues, eq(customFieldValues.dealId, deals.id))
    .where(inArray(deals.id, dealIds));
  return rows.map(({ id, json }) => ({ id, values: parseCellValues(json) }));
}

/** Selects values as JSON in one pass, with long texts cut to a cell: a page may have 800 MB. */
export function selectCellValues(fields: CustomField[]): SQL<string> {
  const shown = sql`substr(value, 1, ${getMaxCellCharacters(fields) + 1})`;
  const value = sql`case
    when type = 'text' then ${shown}
    when type in ('true', 'false') then json(type)
    when type in ('array', 'object') then json(value)
    else value end`;
  const keys = JSON.stringify(fields.map(({ key }) => key));
  return sql`(select json_group_object(key, ${value}) from json_each(${customFieldValues.fields})
    where key in (select value from json_each(${keys})))`;
}

export function parseCellValues(json: string): CellValues {
  return JSON.parse(json) as CellValues;
}
