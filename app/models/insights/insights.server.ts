import { createHash } from 'node:crypto';
import { and, count, desc, eq, inArray, sql } from 'drizzle-orm';
import { cachedUntilCommit } from '#db/cache';
import { inChunks } from '#db/chunks';
import { databasePath, db } from '#db/client';
import { type OwnValue, ownValues, pipelineIndustries, pipelines, users } from '#db/schema';
import { env } from '~/env.server';
import type { Viewer } from '~/models/access';
import { activeFields, namedPeople } from '~/models/field/fields.server';
import { shownOwn } from '~/models/field/values';
import { matching } from '~/models/pipeline/filter.server';
import { listPipelineIds } from '~/models/pipeline/list.server';
import { filtersOf, type PipelineQuery } from '~/models/pipeline/query';
import { listStages } from '~/models/lists/list.server';
import { isInTime } from '~/models/search.server';
import { shortName } from '~/models/text';
import { visibleScope } from '~/models/visibility.server';
import { tooBusy } from '~/refusal';
import { runRead } from '~/threads/pool.server';
import {
  type Group,
  type Grouping,
  GROUPINGS,
  MAX_GROUPS,
  OTHER_GROUPS,
  progressReader,
  Tally,
} from './groups';

/** Deals that are read at once: of some, the stages stand behind 800 KB of texts. */
const CHUNK = 64;

export interface Insights {
  by: Grouping;
  deals: number;
  groups: Group[];
  /** All deals as one group. */
  total: Group;
  /** Whether the last group has all deals of further groups. */
  isCapped: boolean;
}

/** An unknown grouping is by month. */
export function readGrouping(params: URLSearchParams): Grouping {
  return GROUPINGS.find((known) => known === params.get('by')) ?? 'month';
}

/** How far the visible deals came, and how long they stood where, by group (rule 23.14). */
export async function readInsights(
  viewer: Viewer,
  by: Grouping,
  query: PipelineQuery,
): Promise<Insights> {
  const today = new Date().toISOString().slice(0, 10);
  const key = JSON.stringify(['insights', visibleScope(viewer), by, today, filtersOf(query)]);
  return cachedUntilCommit(key, () => compute(viewer, by, query));
}

async function compute(viewer: Viewer, by: Grouping, query: PipelineQuery): Promise<Insights> {
  const { listed, present } = await listStages();
  const progressOf = progressReader(listed, present);
  const groupsOf = await GROUP_READERS[by](viewer, query);
  const total = new Tally(listed);
  const tallies = new Map<string | null, { name: string | null; tally: Tally }>();
  let others: Tally | undefined;
  for await (const ids of inChunks(await listPipelineIds(viewer, query), CHUNK))
    for (const deal of await readDeals(ids)) {
      const progress = progressOf(deal);
      total.add(progress);
      const { groups, isAmongOthers } = groupsOf(deal);
      for (const { key, name } of groups) {
        const group = tallies.get(key) ?? { name, tally: new Tally(listed) };
        tallies.set(key, group);
        group.tally.add(progress);
      }
      if (isAmongOthers) (others ??= new Tally(listed)).add(progress);
    }
  const groups = [...tallies.values()].map(({ name, tally }) => tally.group(name)).sort(byName);
  if (others) groups.push(others.group(OTHER_GROUPS));
  return {
    by,
    deals: total.deals,
    groups,
    total: total.group(null),
    isCapped: others !== undefined,
  };
}

async function readDeals(ids: number[]) {
  const { way, stageId, stageSince, createdAt, industries, userId } = pipelines;
  const { firstName, email } = users;
  return db
    .select({
      ...{ way, stageId, stageSince, createdAt, industries, userId },
      owner: { email, firstName },
      source: sql<string | null>`${ownValues.fields} -> '$.source'`,
    })
    .from(pipelines)
    .innerJoin(users, eq(users.id, userId))
    .leftJoin(ownValues, eq(ownValues.pipelineId, pipelines.id))
    .where(inArray(pipelines.id, ids));
}

type Deal = Awaited<ReturnType<typeof readDeals>>[number];

interface NamedGroup {
  key: string | null;
  name: string | null;
}
type ReadGroups = (deal: Deal) => { groups: NamedGroup[]; isAmongOthers?: boolean };

/** How the groups of a deal are found; of too many groups, the largest are known before the deals are read. */
const GROUP_READERS: Record<
  Grouping,
  (viewer: Viewer, query: PipelineQuery) => Promise<ReadGroups>
> = {
  month: async () => (deal) => ({
    groups: [namedAs(deal.createdAt.toISOString().slice(0, 7))],
  }),
  async owner(viewer, query) {
    const { userId } = pipelines;
    const deals = count();
    const owners = db
      .select({ userId, deals })
      .from(pipelines)
      .where(await matching(viewer, query))
      .groupBy(userId)
      .orderBy(desc(deals), userId)
      .limit(MAX_GROUPS.owner + 1);
    const largest = largestOf(
      (await owners).map((row) => row.userId),
      'owner',
    );
    return (deal) =>
      largest?.has(deal.userId) === false
        ? { groups: [], isAmongOthers: true }
        : { groups: [{ key: deal.userId, name: shortName(deal.owner) }] };
  },
  async industry(viewer, query) {
    const industries = await largestIndustries(viewer, query);
    const largest = largestOf(industries.map(keyOf), 'industry');
    return (deal) => among(deal.industries, largest);
  },
  async source(viewer, query) {
    const wordsOf = await sourceWords();
    const largest = await largestSources(viewer, query, wordsOf);
    return ({ source }) => among(wordsOf(source), largest);
  },
};

/** The groups of a deal with these names; without a name, it is in the group of those that have none. */
function among(names: string[], largest: Set<string> | undefined) {
  if (!names.length) return { groups: [namedAs(null)] };
  const distinct = [...new Set(names)];
  const shown = distinct.filter((name) => largest?.has(keyOf(name)) ?? true);
  return { groups: shown.map(namedAs), isAmongOthers: shown.length < distinct.length };
}

/** The first names of a list by size; undefined if all of them can be shown. */
function largestOf(names: string[], by: Grouping): Set<string> | undefined {
  if (names.length <= MAX_GROUPS[by]) return undefined;
  const largest = new Set(names.slice(0, MAX_GROUPS[by]));
  // A group of this name is one of the others.
  largest.delete(OTHER_GROUPS);
  return largest;
}

/** In ms: 200,000 names take 300. */
const MAX_COUNT_MS = 10_000;

/** Counted in a thread: a fund may have as many as its deals have names. */
async function largestIndustries(viewer: Viewer, query: PipelineQuery): Promise<string[]> {
  const { industry, pipelineId } = pipelineIndustries;
  const where = await matching(viewer, query);
  const ids = where && db.select({ id: pipelines.id }).from(pipelines).where(where);
  const deals = count();
  const counted = db
    .select({ industry, deals })
    .from(pipelineIndustries)
    .where(and(isInTime(pipelineId), ids && inArray(pipelineId, ids)))
    .groupBy(industry)
    .orderBy(desc(deals), industry)
    .limit(MAX_GROUPS.industry + 1);
  const path = databasePath(env.DATABASE_URL);
  const rows = await runRead('count', { path, ...counted.toSQL(), patience: MAX_COUNT_MS });
  if (!rows) throw tooBusy('There are too many industries to count right now.');
  return rows.map(([industry]) => industry as string);
}

/** The words that are counted, of which only hashes are kept: one may have 10,000 characters. */
async function largestSources(
  viewer: Viewer,
  query: PipelineQuery,
  wordsOf: (source: string | null) => string[],
): Promise<Set<string> | undefined> {
  const counts = new Map<string, number>();
  const { pipelineId, fields } = ownValues;
  const source = sql<string | null>`${fields} -> '$.source'`;
  for await (const ids of inChunks(await listPipelineIds(viewer, query), CHUNK)) {
    const rows = await db.select({ source }).from(ownValues).where(inArray(pipelineId, ids));
    for (const row of rows)
      for (const key of new Set(wordsOf(row.source).map(keyOf)))
        counts.set(key, (counts.get(key) ?? 0) + 1);
  }
  const sorted = [...counts].sort(([, left], [, right]) => right - left);
  return largestOf(
    sorted.map(([key]) => key),
    'source',
  );
}

const MAX_KEY = 64;

function keyOf(name: string): string {
  if (name.length <= MAX_KEY) return name;
  return createHash('sha256').update(name).digest('base64');
}

/** In the words of the field that has the key `source`, each of several choices; none where it is archived. */
async function sourceWords(): Promise<(source: string | null) => string[]> {
  const field = (await activeFields()).find(({ key }) => key === 'source');
  if (!field) return () => [];
  const people = await namedPeople([field]);
  return (source) => {
    const values = source === null ? [] : [JSON.parse(source) as OwnValue].flat();
    return values.map((value) => shownOwn(field, value, people));
  };
}

function namedAs(name: string | null): NamedGroup {
  return { key: name, name };
}

/** Without a name last. */
function byName(left: Group, right: Group): number {
  if (left.name === null || right.name === null)
    return Number(left.name === null) - Number(right.name === null);
  return left.name.localeCompare(right.name, 'en');
}
