import { cacheUntilCommit } from '#db/cache';
import { iterateChunks } from '#db/chunks';
import type { Viewer } from '~/domain/access';
import { getLocalDay } from '~/domain/date/time-zone';
import { buildDealCacheKey } from '~/domain/deal/filter.server';
import { getQueryTimeZone } from '~/domain/deal/filter-by-time.server';
import { listDealIds } from '~/domain/deal/list.server';
import type { DealQuery } from '~/domain/deal/query';
import { listStages } from '~/domain/stage/stages.server';
import { GROUP_FINDERS } from './find-groups.server';
import { createProgressReader, type Group, type Grouping, OTHER_GROUPS, Tally } from './groups';
import { listInsightDeals, MAX_CHUNK_DEALS } from './list-deals.server';

export interface Insights {
  by: Grouping;
  deals: number;
  groups: Group[];
  total: Group;
  isCapped: boolean;
}

export async function getInsights(
  viewer: Viewer,
  by: Grouping,
  query: DealQuery,
): Promise<Insights> {
  const timeZone = getQueryTimeZone(query);
  const today = getLocalDay(new Date(), timeZone);
  const key = buildDealCacheKey(`insights ${by} ${today} ${timeZone}`, viewer, query);
  return cacheUntilCommit(key, () => computeInsights(viewer, by, query));
}

async function computeInsights(viewer: Viewer, by: Grouping, query: DealQuery): Promise<Insights> {
  const { listed, getCurrent } = await listStages();
  const getProgress = createProgressReader(listed, getCurrent, getQueryTimeZone(query));
  const findGroups = await GROUP_FINDERS[by](viewer, query);
  const total = new Tally(listed);
  const tallies = new Map<string | null, { name: string | null; tally: Tally }>();
  let others: Tally | undefined;
  for await (const ids of iterateChunks(await listDealIds(viewer, query), MAX_CHUNK_DEALS)) {
    for (const deal of await listInsightDeals(ids)) {
      const progress = getProgress(deal);
      total.add(progress);
      const { groups, isAmongOthers } = findGroups(deal);
      for (const { key, name } of groups) {
        const group = tallies.get(key) ?? { name, tally: new Tally(listed) };
        tallies.set(key, group);
        group.tally.add(progress);
      }
      if (isAmongOthers) {
        others ??= new Tally(listed);
        others.add(progress);
      }
    }
  }
  const groups = [...tallies.values()]
    .map(({ name, tally }) => tally.group(name))
    .sort(compareGroupNames);
  if (others) groups.push(others.group(OTHER_GROUPS));
  return {
    by,
    deals: total.deals,
    groups,
    total: total.group(null),
    isCapped: others !== undefined,
  };
}

function compareGroupNames(left: Group, right: Group): number {
  if (left.name === null || right.name === null)
    return Number(left.name === null) - Number(right.name === null);
  return left.name.localeCompare(right.name, 'en');
}
