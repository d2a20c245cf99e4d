import { parseDealQuery, toSearchParams } from '~/address/deal-query';
import { listActiveCustomFields } from '~/domain/custom-field/list.server';
import { GROUPING_LABELS } from '~/domain/insights/grouping-labels';
import {
  COMMITTEE_GROUPINGS,
  type CommitteeGrouping,
  type Grouping,
  GROUPINGS,
} from '~/domain/insights/groups';
import { describeActiveFilters } from '~/format/active-filters';
import type { Locale } from '~/format/locale';

export async function loadInsightsHead(
  params: URLSearchParams,
  by: Grouping | CommitteeGrouping,
  locale: Locale,
) {
  const query = parseDealQuery(params, locale.timeZone);
  const filters = toSearchParams(query);
  const buildAddress = (path: string, grouping: Grouping | CommitteeGrouping) => {
    const all = new URLSearchParams(filters);
    all.set('by', grouping);
    return `${path}?${all}`;
  };
  const hasSource = (await listActiveCustomFields()).some(({ key }) => key === 'source');
  const offered = GROUPINGS.filter((grouping) => grouping !== 'source' || hasSource);
  return {
    by: GROUPING_LABELS[by],
    filters: describeActiveFilters(query, { ownerLabel: 'Owner' })
      .map(({ label, value }) => `${label}: ${value}`)
      .join(', '),
    groupings: [...offered, ...COMMITTEE_GROUPINGS].map((grouping) => ({
      label: GROUPING_LABELS[grouping],
      to: buildAddress('/insights', grouping),
      isOpen: grouping === by,
    })),
    file: buildAddress('/insights/csv', by),
  };
}
