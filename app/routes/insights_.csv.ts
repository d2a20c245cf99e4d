import type { LoaderFunctionArgs } from '@remix-run/node';
import { parseDealQuery } from '~/address/deal-query';
import { parseGrouping } from '~/address/grouping';
import { toCsv } from '~/domain/csv';
import { getInsights } from '~/domain/insights/get.server';
import { GROUPING_LABELS } from '~/domain/insights/grouping-labels';
import { readLocale } from '~/http/session/appearance.server';
import { requireUser } from '~/http/session/guards.server';

export async function loader({ request }: LoaderFunctionArgs) {
  const viewer = await requireUser(request);
  const params = new URL(request.url).searchParams;
  const query = parseDealQuery(params, readLocale(request).timeZone);
  const { by, groups, total } = await getInsights(viewer, parseGrouping(params), query);
  const stages = Object.keys(total.reached);
  const rows = [
    [GROUPING_LABELS[by], 'Deals', ...stages, ...stages.map((stage) => `${stage}, median days`)],
    ...groups.map(({ name, deals, reached, medianDays }) => [
      name ?? '',
      deals,
      ...Object.values(reached),
      ...Object.values(medianDays),
    ]),
  ];
  return new Response(toCsv(rows), {
    headers: {
      'Content-Type': 'text/csv; charset=utf-8',
      'Content-Disposition': `attachment; filename="insights-${by}.csv"`,
      'Cache-Control': 'private, no-store',
    },
  });
}
