import { parseDealQuery, toSearchParams } from '~/address/deal-query';
import { parseGrouping } from '~/address/grouping';
import type { Viewer } from '~/domain/access';
import { listActiveCustomFields } from '~/domain/custom-field/list.server';
import { getInsights } from '~/domain/insights/get.server';
import { GROUPING_LABELS } from '~/domain/insights/grouping-labels';
import { type Group, type Grouping, GROUPINGS, MAX_GROUPS } from '~/domain/insights/groups';
import { describeActiveFilters } from '~/format/active-filters';
import { formatMonth } from '~/format/date';
import type { Locale } from '~/format/locale';

export async function loadInsightsView(viewer: Viewer, params: URLSearchParams, locale: Locale) {
  const query = parseDealQuery(params, locale.timeZone);
  const by = parseGrouping(params);
  const { deals, groups, total, isCapped } = await getInsights(viewer, by, query);
  const filters = toSearchParams(query);
  const address = (path: string, grouping: Grouping) => {
    const all = new URLSearchParams(filters);
    all.set('by', grouping);
    return `${path}?${all}`;
  };
  const hasSource = (await listActiveCustomFields()).some(({ key }) => key === 'source');
  const offered = GROUPINGS.filter((grouping) => grouping !== 'source' || hasSource);
  const stages = Object.keys(total.reached);
  return {
    by: GROUPING_LABELS[by],
    shownGroups: isCapped ? MAX_GROUPS[by] : undefined,
    deals,
    stages,
    filters: describeActiveFilters(query, { ownerLabel: 'Owner' })
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
      days: formatMedianDays(total, stage),
    })),
    groups: groups.map((group, i) => ({
      id: i,
      name: formatGroupName(by, group.name, locale),
      deals: group.deals,
      cells: stages.map((stage) => ({
        deals: group.reached[stage]!,
        days: formatMedianDays(group, stage),
      })),
    })),
  };
}

export type InsightsView = Awaited<ReturnType<typeof loadInsightsView>>;

function formatGroupName(by: Grouping, name: string | null, locale: Locale): string {
  if (name === null) return 'None';
  return by === 'month' && /^\d{4}-\d\d$/.test(name) ? formatMonth(name, locale) : name;
}

function formatMedianDays({ medianDays }: Group, stage: string): string | undefined {
  const days = medianDays[stage];
  return days === null || days === undefined ? undefined : `${days} d`;
}
