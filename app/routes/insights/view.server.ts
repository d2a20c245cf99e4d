import { parseDealQuery } from '~/address/deal-query';
import { parseGrouping } from '~/address/grouping';
import type { Viewer } from '~/domain/access';
import { getInsights } from '~/domain/insights/get.server';
import { type Group, type Grouping, MAX_GROUPS } from '~/domain/insights/groups';
import { formatMonth } from '~/format/date';
import type { Locale } from '~/format/locale';
import { loadInsightsHead } from './head.server';

export async function loadInsightsView(viewer: Viewer, params: URLSearchParams, locale: Locale) {
  const query = parseDealQuery(params, locale.timeZone);
  const by = parseGrouping(params);
  const { deals, groups, total, isCapped } = await getInsights(viewer, by, query);
  const head = await loadInsightsHead(params, by, locale);
  const stages = Object.keys(total.reached);
  return {
    ...head,
    kind: 'stages' as const,
    shownGroups: isCapped ? MAX_GROUPS[by] : undefined,
    deals,
    stages,
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
