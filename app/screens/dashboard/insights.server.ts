import type { Viewer } from '~/models/access';
import type { Locale } from '~/models/dates';
import { type Group, type Grouping, GROUPINGS, MAX_GROUPS } from '~/models/insights/groups';
import { activeFields } from '~/models/field/fields.server';
import { readGrouping, readInsights } from '~/models/insights/insights.server';
import { activeFilters } from '~/models/pipeline/active-filters';
import { queryParams, readPipelineQuery } from '~/models/pipeline/query';

export const GROUPING_LABELS: Record<Grouping, string> = {
  month: 'Month of creation',
  industry: 'Industry',
  owner: 'Owner',
  source: 'Source',
};

/** Data of the page of insights: a funnel of all deals, and a row for each group. */
export async function insightsView(viewer: Viewer, params: URLSearchParams, locale: Locale) {
  const query = readPipelineQuery(params, locale);
  const by = readGrouping(params);
  const { deals, groups, total, isCapped } = await readInsights(viewer, by, query);
  const filters = queryParams(query);
  const address = (path: string, grouping: Grouping) => {
    const all = new URLSearchParams(filters);
    all.set('by', grouping);
    return `${path}?${all}`;
  };
  const hasSource = (await activeFields()).some(({ key }) => key === 'source');
  const offered = GROUPINGS.filter((grouping) => grouping !== 'source' || hasSource);
  const stages = Object.keys(total.reached);
  return {
    by: GROUPING_LABELS[by],
    /** Shown alone, where there are more groups. */
    shownGroups: isCapped ? MAX_GROUPS[by] : undefined,
    deals,
    stages,
    filters: activeFilters(query, { ownerLabel: 'Owner' })
      .map(({ label, value }) => `${label}: ${value}`)
      .join(', '),
    groupings: offered.map((grouping) => ({
      label: GROUPING_LABELS[grouping],
      to: address('/insights', grouping),
      isOpen: grouping === by,
    })),
    file: address('/insights/csv', by),
    funnel: stages.map((stage) => ({
      stage,
      deals: total.reached[stage]!,
      percent: deals ? Math.round((100 * total.reached[stage]!) / deals) : 0,
      days: daysText(total, stage),
    })),
    groups: groups.map((group, i) => ({
      id: i,
      name: group.name ?? 'None',
      deals: group.deals,
      cells: stages.map((stage) => ({
        deals: group.reached[stage]!,
        days: daysText(group, stage),
      })),
    })),
  };
}
export type InsightsView = Awaited<ReturnType<typeof insightsView>>;

function daysText({ medianDays }: Group, stage: string): string | undefined {
  const days = medianDays[stage];
  return days === null || days === undefined ? undefined : `${days} d`;
}
