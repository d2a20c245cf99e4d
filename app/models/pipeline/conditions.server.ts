import { and, type Column, desc, eq, inArray, or, type SQL, sql } from 'drizzle-orm';
import { cachedUntilCommit } from '#db/cache';
import { inChunks } from '#db/chunks';
import { db } from '#db/client';
import { folded, foldings } from '#db/fold';
import {
  contacts,
  evaluations,
  files,
  notes,
  type OwnField,
  ownValues,
  pipelines,
  users,
} from '#db/schema';
import type { Viewer } from '~/models/access';
import { isActive, listFields } from '~/models/field/fields.server';
import { type OwnFilters, sortedKey } from './query';
import { readOwn } from '~/models/field/values';
import { contains, isInTime, searchIds } from '~/models/search.server';
import { isStorable, searchTerm } from '~/models/text';
import { visibleScope, visibleTo } from '~/models/visibility.server';

/**
 * Filters by texts and by the fund's own fields, which are asked once for a page, and the sort by one
 * of these. Keys are letters and digits, and known.
 */

async function findField(key: string | undefined): Promise<OwnField | undefined> {
  return (await listFields()).find((field) => field.key === key && isActive(field));
}

function valueOf(key: string, part = ''): SQL {
  return sql`json_extract(${ownValues.fields}, ${`$."${key}"${part}`})`;
}

/**
 * The condition of the filters by known fields; a value that makes no sense is no filter. Of 10,000
 * deals it takes 8 ms.
 */
export async function ownCondition(
  viewer: Viewer,
  filters: OwnFilters = {},
): Promise<SQL | undefined> {
  const conditions: (SQL | undefined)[] = [];
  for (const [name, values] of Object.entries(filters)) {
    const [, key, end] = name.split('.');
    const field = await findField(key);
    if (field) conditions.push(end ? bound(field, end, values) : await has(viewer, field, values));
  }
  const where = and(...conditions);
  if (!where) return undefined;
  const cacheKey = JSON.stringify(['own', visibleScope(viewer), filters]);
  const ids = await cachedUntilCommit(cacheKey, () => idsWhere(viewer, where));
  return isAmong(sql`+${pipelines.id}`, ids);
}

async function idsWhere(viewer: Viewer, where: SQL): Promise<number[]> {
  const [row] = await db
    .select({ ids: sql<string>`json_group_array(${ownValues.pipelineId})` })
    .from(ownValues)
    .where(and(isOfVisible(viewer), where));
  return JSON.parse(row!.ids) as number[];
}

function isOfVisible(viewer: Viewer): SQL | undefined {
  const isVisible = visibleTo(viewer);
  const deals = isVisible && db.select({ id: pipelines.id }).from(pipelines).where(isVisible);
  return deals && inArray(ownValues.pipelineId, deals);
}

/** A bound of a number, an amount in any currency, or a day; the first of several values counts. */
function bound({ key, kind, ...field }: OwnField, end: string, values: string[]): SQL | undefined {
  const isDay = kind === 'day';
  if (!isDay && kind !== 'number' && kind !== 'money') return undefined;
  const text = values[0]!;
  const limit = isDay ? readDay(text) : readOwn({ ...field, kind: 'number' }, text, []);
  if (limit === undefined) return undefined;
  const value = valueOf(key, kind === 'money' ? '.amount' : '');
  return end === 'min' ? sql`${value} >= ${limit}` : sql`${value} <= ${limit}`;
}

function readDay(text: string): string | undefined {
  return /^\d{4}-\d\d-\d\d$/.test(text) ? text : undefined;
}

/** Any of the values. */
async function has(viewer: Viewer, field: OwnField, values: string[]): Promise<SQL | undefined> {
  const { key, kind } = field;
  switch (kind) {
    case 'text':
    case 'longText':
    case 'link':
      return isAmong(ownValues.pipelineId, await containing(viewer, key, values));
    case 'choice':
    case 'person':
      return inArray(valueOf(key), values);
    case 'choices':
      return sql`exists (select 1 from json_each(${ownValues.fields}, ${`$."${key}"`}) chosen
        where ${inArray(sql`chosen.value`, values)})`;
    case 'yesNo': {
      const known = values.filter((value) => value === 'yes' || value === 'no');
      const flags = known.map((value) => Number(value === 'yes'));
      return flags.length ? inArray(valueOf(key), flags) : undefined;
    }
    default:
      return undefined;
  }
}

/** Texts that are looked at between two turns of the event loop. */
const CHUNK = 200;

/**
 * The deals whose field contains one of the texts, whatever the case. SQLite, which knows the case of
 * A to Z alone, finds those that do or may; `foldings` then decides.
 */
async function containing(viewer: Viewer, key: string, values: string[]): Promise<number[]> {
  const { pipelineId } = ownValues;
  const forms = values.filter(isStorable).map((text) => folded(searchTerm(text)));
  if (!forms.length) return [];
  return cachedUntilCommit(JSON.stringify(['own', visibleScope(viewer), key, forms]), async () => {
    const value = valueOf(key) as SQL<string>;
    const maySay = or(
      ...forms.map((form) => sql`instr(lower(${value}), ${form})`),
      sql`${value} glob ${'*[^ -~]*'}`,
    );
    const matches = db
      .select({ pipelineId })
      .from(ownValues)
      .where(and(isOfVisible(viewer), isInTime(pipelineId), maySay));
    const candidates = await searchIds(viewer, ['own text', key, ...forms], matches);
    const ids: number[] = [];
    for await (const chunk of inChunks(candidates, CHUNK)) {
      const rows = await db
        .select({ id: pipelineId, value })
        .from(ownValues)
        .where(isAmong(pipelineId, chunk));
      for (const row of rows) {
        const stored = foldings(String(row.value));
        if (forms.some((form) => stored.some((text) => text.includes(form)))) ids.push(row.id);
      }
    }
    return ids;
  });
}

function isAmong(id: SQL | Column, ids: number[]): SQL {
  return sql`${id} in (select value from json_each(${JSON.stringify(ids)}))`;
}

/** The order of a sort by an own field, of deals beside `ownValues`, empty ones last. */
export async function ownOrder(sort: string): Promise<SQL[] | undefined> {
  const field = await findField(sortedKey(sort));
  if (!field) return undefined;
  const isDown = sort.endsWith('_desc');
  const by = (value: SQL) =>
    isDown ? sql`${value} desc nulls last` : sql`${value} asc nulls last`;
  const { id, createdAt } = pipelines;
  return [...sortValues(field).map(by), desc(createdAt), desc(id)];
}

/** Amounts by currency first. */
function sortValues({ key, kind }: OwnField): SQL[] {
  switch (kind) {
    case 'money':
      return [sql`${valueOf(key, '.currency')}`, valueOf(key, '.amount')];
    case 'choices':
      return [sql`lower(${valueOf(key, '[0]')})`];
    case 'person':
      return [sql`(select sort_name from ${users} named where named.id = ${valueOf(key)})`];
    case 'number':
    case 'yesNo':
    case 'day':
      return [valueOf(key)];
    default:
      return [sql`lower(${valueOf(key)})`];
  }
}

/** With '+', deals are looked at in the order of the list: 9,000 ids are found in 1 ms instead of 7. */
const inListOrder = sql`+${pipelines.id}`;

/** Deals with a text in the company's or a leader's name (rule 4.2). */
export async function nameContains(viewer: Viewer, typed: string, owner: string): Promise<SQL> {
  const { id, searchText } = pipelines;
  const matches = db
    .select({ id })
    .from(pipelines)
    .where(and(ofOwner(viewer, owner), isInTime(id), contains(searchText, typed)));
  return isAmong(
    inListOrder,
    await searchIds(viewer, ['names', owner, searchTerm(typed)], matches),
  );
}

/** Deals with a text in their notes, contacts, names of files, introduction, metrics, comments, industries or evaluation notes (rule 17.12). */
export async function textContains(viewer: Viewer, typed: string, owner: string): Promise<SQL> {
  const { id, detailsText } = pipelines;
  const introduced = db
    .select({ id })
    .from(pipelines)
    .where(and(ofOwner(viewer, owner), isInTime(id), contains(detailsText, typed)));
  const having = (
    table: typeof evaluations | typeof notes | typeof contacts | typeof files,
    row: Column,
  ) =>
    db
      .select({ id: table.pipelineId })
      .from(table)
      .innerJoin(pipelines, eq(id, table.pipelineId))
      .where(and(ofOwner(viewer, owner), isInTime(row), contains(table.searchText, typed)));
  const key = ['texts', owner, searchTerm(typed)];
  const matches = introduced
    .union(having(evaluations, id))
    .union(having(notes, notes.id))
    .union(having(contacts, contacts.id))
    .union(having(files, files.id));
  return isAmong(inListOrder, await searchIds(viewer, key, matches));
}

/** Those of one owner, if there is one with an id. */
function ofOwner(viewer: Viewer, owner: string): SQL | undefined {
  return and(visibleTo(viewer), owner ? eq(pipelines.userId, owner) : undefined);
}
