import { eq, inArray, type SQL, sql } from 'drizzle-orm';
import { db } from '#db/client';
import { type OwnField, type OwnValue, ownValues, pipelines } from '#db/schema';
import { formatDay, type Locale } from '~/models/dates';
import { activeFields, listPeople, namedPeople } from '~/models/field/fields.server';
import { type PipelineQuery, type Sort, SORT_LABELS, sortedKey } from '~/models/pipeline/query';
import { ownKey, type Person, shownOwn } from '~/models/field/values';
import type { ActiveFilter } from '~/models/pipeline/active-filters';
import { ownOf } from '~/models/pipeline/columns';
import { truncated } from '~/models/text';

/** Characters of a long text in a cell: 100 rows of 40 columns are a page of 2 MB. */
const MAX_CELL = 100;
const MAX_NARROW_CELL = 40;
/** More own columns than this are narrow. */
const MAX_WIDE_COLUMNS = 20;

function maxCellOf(fields: OwnField[]): number {
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
  const keys = ownOf(columns).map(ownKey);
  const fields = keys.length ? (await activeFields()).filter(({ key }) => keys.includes(key)) : [];
  if (!fields.length) return undefined;
  const people = await namedPeople(fields);
  const rows = await db
    .select({ id: pipelines.id, values: shownValues(fields) })
    .from(pipelines)
    .leftJoin(ownValues, eq(ownValues.pipelineId, pipelines.id))
    .where(inArray(pipelines.id, ids));
  return {
    heads: fields.map(({ key, name }) => ({ name: `field.${key}`, label: name })),
    cells: new Map(rows.map(({ id, values }) => [id, cellTexts(fields, values, people, locale)])),
  };
}

/**
 * The values of these fields as JSON by key, of texts what a cell shows. They are read in one pass: a page may
 * have 40 values of each of 100 deals with 200 KB.
 */
export function shownValues(fields: OwnField[]): SQL<string> {
  const shown = sql`substr(value, 1, ${maxCellOf(fields) + 1})`;
  const value = sql`case
    when type = 'text' then ${shown}
    when type in ('true', 'false') then json(type)
    when type in ('array', 'object') then json(value)
    else value end`;
  const keys = JSON.stringify(fields.map(({ key }) => key));
  return sql`(select json_group_object(key, ${value}) from json_each(${ownValues.fields})
    where key in (select value from json_each(${keys})))`;
}

/** The values of these fields, as `shownValues` reads them, as texts of a list's row; empty for none. */
export function cellTexts(
  fields: OwnField[],
  json: string,
  people: Person[],
  locale: Locale,
): string[] {
  const max = maxCellOf(fields);
  const values = JSON.parse(json) as Record<string, OwnValue | undefined>;
  return fields.map((field) => {
    const value = values[field.key];
    if (value === undefined) return '';
    const text =
      field.kind === 'day' ? formatDay(value as string, locale) : shownOwn(field, value, people);
    return text.length > max ? `${truncated(text, max)}…` : text;
  });
}

const ENDS: Record<string, string> = { min: ' or more', max: ' or less' };

/** Filters by own fields in words. */
export async function ownFilters({ own }: PipelineQuery): Promise<ActiveFilter[]> {
  if (!own) return [];
  const fields = new Map((await activeFields()).map((field) => [field.key, field]));
  const people = await namedPeople([...fields.values()]);
  return Object.entries(own).flatMap(([name, values]): ActiveFilter[] => {
    const [, key = '', end = ''] = name.split('.');
    const field = fields.get(key);
    if (!field) return [];
    const labels = values.map((value) =>
      field.kind === 'person' ? shownOwn(field, value, people) : value,
    );
    return [{ name, label: field.name, value: labels.join(', ') + (ENDS[end] ?? '') }];
  });
}

/** The sorts that a list offers, and the one that it has. */
export async function sortOptions(sorts: readonly Sort[], sort: PipelineQuery['sort']) {
  const offered = [...new Set([...sorts, sort])];
  const labels = await Promise.all(offered.map(sortLabel));
  return offered.flatMap((value, i) => (labels[i] ? { value, label: labels[i] } : []));
}

/** Undefined for an unknown field. */
export async function sortLabel(sort: PipelineQuery['sort']): Promise<string | undefined> {
  const key = sortedKey(sort);
  if (!key) return SORT_LABELS[sort as Sort];
  const field = (await activeFields()).find((candidate) => candidate.key === key);
  return field && `${field.name}, ${sort.endsWith('_asc') ? 'ascending' : 'descending'}`;
}

/** The controls that filter by own fields, with what the list's address says. */
export async function ownFilterControls(params: URLSearchParams) {
  const fields = await activeFields();
  const people = fields.some(({ kind }) => kind === 'person') ? await listPeople() : [];
  return fields.map(({ key, name: label, kind, options }) => {
    const name = `field.${key}`;
    const isRange = kind === 'number' || kind === 'money' || kind === 'day';
    const names = isRange ? [`${name}.min`, `${name}.max`] : [name];
    const values = Object.fromEntries(names.map((control) => [control, params.getAll(control)]));
    return { kind, label, names, sort: name, values, options: optionsOf(kind, options, people) };
  });
}
export type OwnFilterControl = Awaited<ReturnType<typeof ownFilterControls>>[number];

function optionsOf(kind: OwnField['kind'], options: string[], people: Person[]) {
  if (kind === 'person') return people.map(({ id, name }) => ({ value: id, label: name }));
  const values = kind === 'yesNo' ? ['yes', 'no'] : options;
  return values.map((value) => ({ value, label: value }));
}
