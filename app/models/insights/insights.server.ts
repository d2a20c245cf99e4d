import { eq, inArray } from 'drizzle-orm';
import { cachedUntilCommit } from '#db/cache';
import { inChunks } from '#db/chunks';
import { db } from '#db/client';
import { type OwnValues, pipelines, users } from '#db/schema';
import type { Viewer } from '~/models/access';
import { activeFields, namedPeople } from '~/models/field/fields.server';
import { shownOwn } from '~/models/field/values';
import { listPipelineIds } from '~/models/pipeline/list.server';
import { filtersOf, type PipelineQuery } from '~/models/pipeline/query';
import { listStages } from '~/models/lists/list.server';
import { shortName } from '~/models/text';
import { visibleScope } from '~/models/visibility.server';
import { type Group, type Grouping, GROUPINGS, Tally } from './groups';

/** Deals that are read between two turns of the event loop. */
const CHUNK = 500;

export interface Insights {
  by: Grouping;
  deals: number;
  groups: Group[];
  /** All deals as one group. */
  total: Group;
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
  const sourcesOf = await sourceWords();
  const newTally = () => new Tally(listed, present);
  const total = newTally();
  const tallies = new Map<string | null, { name: string | null; tally: Tally }>();
  for await (const ids of inChunks(await listPipelineIds(viewer, query), CHUNK))
    for (const deal of await readDeals(ids)) {
      total.add(deal);
      for (const { key, name } of groupsOf(deal, by, sourcesOf)) {
        const group = tallies.get(key) ?? { name, tally: newTally() };
        tallies.set(key, group);
        group.tally.add(deal);
      }
    }
  const groups = [...tallies.values()].map(({ name, tally }) => tally.group(name));
  return { by, deals: total.deals, groups: groups.sort(byName), total: total.group(null) };
}

async function readDeals(ids: number[]) {
  const { way, stageId, stageSince, createdAt, industries, fields, userId } = pipelines;
  const { firstName, email } = users;
  return db
    .select({
      ...{ way, stageId, stageSince, createdAt, industries, fields, userId },
      owner: { firstName, email },
    })
    .from(pipelines)
    .innerJoin(users, eq(users.id, userId))
    .where(inArray(pipelines.id, ids));
}

type Deal = Awaited<ReturnType<typeof readDeals>>[number];

function groupsOf(
  deal: Deal,
  by: Grouping,
  sourcesOf: (values: OwnValues) => (string | null)[],
): { key: string | null; name: string | null }[] {
  if (by === 'owner') return [{ key: deal.userId, name: shortName(deal.owner) }];
  if (by === 'month') return [deal.createdAt.toISOString().slice(0, 7)].map(same);
  if (by === 'source') return sourcesOf(deal.fields).map(same);
  return (deal.industries.length ? [...new Set(deal.industries)] : [null]).map(same);
}

/** In the words of the field that has the key `source`, each of several choices; none where it is archived. */
async function sourceWords(): Promise<(values: OwnValues) => (string | null)[]> {
  const field = (await activeFields()).find(({ key }) => key === 'source');
  if (!field) return () => [null];
  const people = await namedPeople([field]);
  return ({ source }) => {
    const values = [source ?? []].flat().map((value) => shownOwn(field, value, people));
    return values.length ? values : [null];
  };
}

function same(name: string | null) {
  return { key: name, name };
}

/** Without a name last. */
function byName(left: Group, right: Group): number {
  if (left.name === null || right.name === null)
    return Number(left.name === null) - Number(right.name === null);
  return left.name.localeCompare(right.name, 'en');
}
