import { createHash } from 'node:crypto';
import { count, desc, inArray, sql } from 'drizzle-orm';
import { iterateChunks } from '#db/chunks';
import { db } from '#db/client';
import { type CustomFieldValue, customFieldValues, deals } from '#db/schema';
import type { Viewer } from '~/domain/access';
import { formatCustomFieldValue } from '~/domain/custom-field/format';
import { listActiveCustomFields } from '~/domain/custom-field/list.server';
import { listReferencedPeople } from '~/domain/custom-field/people.server';
import { getLocalDay } from '~/domain/date/time-zone';
import { countIndustries } from '~/domain/deal/count-industries.server';
import { buildDealFilter } from '~/domain/deal/filter.server';
import { getQueryTimeZone } from '~/domain/deal/filter-by-time.server';
import { listDealIds } from '~/domain/deal/list.server';
import type { DealQuery } from '~/domain/deal/query';
import { getShortName } from '~/domain/person/names';
import { type Grouping, MAX_GROUPS, OTHER_GROUPS } from './groups';
import { type InsightDeal, MAX_CHUNK_DEALS } from './list-deals.server';

interface NamedGroup {
  key: string | null;
  name: string | null;
}

type GroupFinder = (deal: InsightDeal) => { groups: NamedGroup[]; isAmongOthers?: boolean };

export const GROUP_FINDERS: Record<
  Grouping,
  (viewer: Viewer, query: DealQuery) => Promise<GroupFinder>
> = {
  async month(_viewer, query) {
    const timeZone = getQueryTimeZone(query);
    return ({ createdAt }) => ({
      groups: [makeNamedGroup(getLocalDay(createdAt, timeZone).slice(0, 7))],
    });
  },
  async owner(viewer, query) {
    const { userId } = deals;
    const dealCount = count();
    const owners = db
      .select({ userId, deals: dealCount })
      .from(deals)
      .where(await buildDealFilter(viewer, query))
      .groupBy(userId)
      .orderBy(desc(dealCount), userId)
      .limit(MAX_GROUPS.owner + 1);
    const largest = getLargestGroups(
      (await owners).map((row) => row.userId),
      'owner',
    );
    return (deal) =>
      largest?.has(deal.userId) === false
        ? { groups: [], isAmongOthers: true }
        : { groups: [{ key: deal.userId, name: getShortName(deal.owner) }] };
  },
  async industry(viewer, query) {
    const counted = await countIndustries(viewer, query, MAX_GROUPS.industry + 1);
    const keys = counted.map((row) => getGroupKey(row.industry));
    const largest = getLargestGroups(keys, 'industry');
    return (deal) => selectShownGroups(deal.industries, largest);
  },
  async source(viewer, query) {
    const formatSource = await createSourceFormatter();
    const largest = await findLargestSources(viewer, query, formatSource);
    return ({ source }) => selectShownGroups(formatSource(source), largest);
  },
};

function selectShownGroups(names: string[], largest: Set<string> | undefined) {
  if (!names.length) return { groups: [makeNamedGroup(null)] };
  const distinct = [...new Set(names)];
  const shown = distinct.filter((name) => largest?.has(getGroupKey(name)) ?? true);
  return { groups: shown.map(makeNamedGroup), isAmongOthers: shown.length < distinct.length };
}

function getLargestGroups(names: string[], by: Grouping): Set<string> | undefined {
  if (names.length <= MAX_GROUPS[by]) return undefined;
  const largest = new Set(names.slice(0, MAX_GROUPS[by]));
  // Leaves a group of this name to the others.
  largest.delete(OTHER_GROUPS);
  return largest;
}

/** Counts long sources by their hash, because one may have 10,000 characters. */
async function findLargestSources(
  viewer: Viewer,
  query: DealQuery,
  formatSource: (source: string | null) => string[],
): Promise<Set<string> | undefined> {
  const counts = new Map<string, number>();
  const { dealId, fields } = customFieldValues;
  const source = sql<string | null>`${fields} -> '$.source'`;
  for await (const ids of iterateChunks(await listDealIds(viewer, query), MAX_CHUNK_DEALS)) {
    const rows = await db.select({ source }).from(customFieldValues).where(inArray(dealId, ids));
    for (const row of rows)
      for (const key of new Set(formatSource(row.source).map(getGroupKey)))
        counts.set(key, (counts.get(key) ?? 0) + 1);
  }
  const sorted = [...counts].sort(([, left], [, right]) => right - left);
  return getLargestGroups(
    sorted.map(([key]) => key),
    'source',
  );
}

const MAX_GROUP_KEY_LENGTH = 64;

function getGroupKey(name: string): string {
  if (name.length <= MAX_GROUP_KEY_LENGTH) return name;
  return createHash('sha256').update(name).digest('base64');
}

/**
 * Returns a function that formats the custom field `source`, each choice on its own; none if it is
 * archived.
 */
async function createSourceFormatter(): Promise<(source: string | null) => string[]> {
  const field = (await listActiveCustomFields()).find(({ key }) => key === 'source');
  if (!field) return () => [];
  const people = await listReferencedPeople([field]);
  return (source) => {
    const values = source === null ? [] : [JSON.parse(source) as CustomFieldValue].flat();
    return values.map((value) => formatCustomFieldValue(field, value, people));
  };
}

function makeNamedGroup(name: string | null): NamedGroup {
  return { key: name, name };
}
