import { and, type Column, desc, inArray, or, type SQL, sql } from 'drizzle-orm';
import { cacheUntilCommit } from '#db/cache';
import { iterateChunks } from '#db/chunks';
import { db } from '#db/client';
import { foldText, listFoldings } from '#db/fold';
import { type CustomField, customFieldValues, deals, octetLength, users } from '#db/schema';
import type { Viewer } from '~/domain/access';
import { isActiveField, listCustomFields } from '~/domain/custom-field/list.server';
import { interpretText } from '~/domain/custom-field/parse';
import { normalizeSearchTerm } from '~/domain/search/search-term';
import { isWithinTimeLimit, searchIds } from '~/domain/search/search-texts.server';
import { isStorable } from '~/domain/text/text';
import { getVisibilityKey, visibleTo } from '~/domain/visibility.server';
import type { CustomFieldFilters } from './query';
import { getCustomFieldSortKey } from './sort';

async function findActiveField(key: string | undefined): Promise<CustomField | undefined> {
  return (await listCustomFields()).find((field) => field.key === key && isActiveField(field));
}

function selectValue(key: string, part = ''): SQL {
  return sql`json_extract(${customFieldValues.fields}, ${`$."${key}"${part}`})`;
}

export async function filterByCustomFields(
  viewer: Viewer,
  filters: CustomFieldFilters = {},
): Promise<SQL | undefined> {
  const conditions: (SQL | undefined)[] = [];
  for (const [name, values] of Object.entries(filters)) {
    const [, key, end] = name.split('.');
    const field = await findActiveField(key);
    if (field)
      conditions.push(
        end ? filterByBound(field, end, values) : await filterByValues(viewer, field, values),
      );
  }
  const where = and(...conditions);
  if (!where) return undefined;
  return isInIds(sql`+${deals.id}`, await listMatchingIds(viewer, where, filters));
}

async function listMatchingIds(
  viewer: Viewer,
  where: SQL,
  filters: CustomFieldFilters,
): Promise<number[]> {
  const { dealId } = customFieldValues;
  const matching = and(isOfVisibleDeal(viewer), where);
  const key = ['custom fields', filters];
  if (await areCustomFieldsLarge()) {
    const limited = and(isWithinTimeLimit(dealId), matching);
    const matches = db.select({ dealId }).from(customFieldValues).where(limited);
    return searchIds(viewer, key, matches);
  }
  return cacheUntilCommit(JSON.stringify([getVisibilityKey(viewer), ...key]), async () => {
    const ids = sql<string>`json_group_array(${dealId})`;
    const [row] = await db.select({ ids }).from(customFieldValues).where(matching);
    return JSON.parse(row!.ids) as number[];
  });
}

/** Takes 10 ms. */
const MAX_INLINE_BYTES = 20_000_000;

export function areCustomFieldsLarge(): Promise<boolean> {
  return cacheUntilCommit('custom field bytes', async () => {
    const bytes = sql<number | null>`sum(${octetLength(customFieldValues.fields)})`;
    const [row] = await db.select({ bytes }).from(customFieldValues);
    return (row?.bytes ?? 0) > MAX_INLINE_BYTES;
  });
}

function isOfVisibleDeal(viewer: Viewer): SQL | undefined {
  const isVisible = visibleTo(viewer);
  const visibleIds = isVisible && db.select({ id: deals.id }).from(deals).where(isVisible);
  return visibleIds && inArray(customFieldValues.dealId, visibleIds);
}

/**
 * Applies a bound to a number, an amount in any currency, or a day; only the first value counts.
 */
function filterByBound(
  { key, kind, ...field }: CustomField,
  end: string,
  values: string[],
): SQL | undefined {
  const isDay = kind === 'day';
  if (!isDay && kind !== 'number' && kind !== 'money') return undefined;
  const text = values[0]!;
  const limit = isDay ? parseDay(text) : interpretText({ ...field, kind: 'number' }, text, []);
  if (limit === undefined) return undefined;
  const value = selectValue(key, kind === 'money' ? '.amount' : '');
  return end === 'min' ? sql`${value} >= ${limit}` : sql`${value} <= ${limit}`;
}

function parseDay(text: string): string | undefined {
  return /^\d{4}-\d\d-\d\d$/.test(text) ? text : undefined;
}

async function filterByValues(
  viewer: Viewer,
  field: CustomField,
  values: string[],
): Promise<SQL | undefined> {
  const { key, kind } = field;
  switch (kind) {
    case 'text':
    case 'longText':
    case 'link':
      return isInIds(customFieldValues.dealId, await listDealIdsContaining(viewer, key, values));
    case 'choice':
    case 'person':
      return inArray(selectValue(key), values);
    case 'choices':
      return sql`exists (select 1 from json_each(${customFieldValues.fields}, ${`$."${key}"`}) chosen
        where ${inArray(sql`chosen.value`, values)})`;
    case 'yesNo': {
      const known = values.filter((value) => value === 'yes' || value === 'no');
      const flags = known.map((value) => Number(value === 'yes'));
      return flags.length ? inArray(selectValue(key), flags) : undefined;
    }
    default:
      return undefined;
  }
}

/**
 * Lists deals whose field contains one of the texts, whatever the case. SQLite folds only A to Z,
 * so it finds candidates and `listFoldings` decides.
 */
async function listDealIdsContaining(
  viewer: Viewer,
  key: string,
  values: string[],
): Promise<number[]> {
  const { dealId } = customFieldValues;
  const forms = values.filter(isStorable).map((text) => foldText(normalizeSearchTerm(text)));
  if (!forms.length) return [];
  return cacheUntilCommit(
    JSON.stringify(['custom fields', getVisibilityKey(viewer), key, forms]),
    async () => {
      const value = selectValue(key) as SQL<string>;
      const mayContain = or(
        ...forms.map((form) => sql`instr(lower(${value}), ${form})`),
        sql`${value} glob ${'*[^ -~]*'}`,
      );
      const matches = db
        .select({ dealId })
        .from(customFieldValues)
        .where(and(isOfVisibleDeal(viewer), isWithinTimeLimit(dealId), mayContain));
      const candidates = await searchIds(viewer, ['custom text', key, ...forms], matches);
      const ids: number[] = [];
      for await (const chunk of iterateChunks(candidates)) {
        const rows = await db
          .select({ id: dealId, value })
          .from(customFieldValues)
          .where(isInIds(dealId, chunk));
        for (const row of rows) {
          const stored = listFoldings(String(row.value));
          if (forms.some((form) => stored.some((text) => text.includes(form)))) ids.push(row.id);
        }
      }
      return ids;
    },
  );
}

export function isInIds(id: SQL | Column, ids: number[]): SQL {
  return sql`${id} in (select value from json_each(${JSON.stringify(ids)}))`;
}

export async function orderByCustomField(sort: string): Promise<SQL[] | undefined> {
  const field = await findActiveField(getCustomFieldSortKey(sort));
  if (!field) return undefined;
  const isDown = sort.endsWith('_desc');
  const orderBy = (value: SQL) =>
    isDown ? sql`${value} desc nulls last` : sql`${value} asc nulls last`;
  const { id, createdAt } = deals;
  return [...getSortValues(field).map(orderBy), desc(createdAt), desc(id)];
}

function getSortValues({ key, kind }: CustomField): SQL[] {
  switch (kind) {
    case 'money':
      return [sql`${selectValue(key, '.currency')}`, selectValue(key, '.amount')];
    case 'choices':
      return [sql`lower(${selectValue(key, '[0]')})`];
    case 'person':
      return [sql`(select sort_name from ${users} named where named.id = ${selectValue(key)})`];
    case 'number':
    case 'yesNo':
    case 'day':
      return [selectValue(key)];
    default:
      return [sql`lower(${selectValue(key)})`];
  }
}
