import type { LoaderFunctionArgs } from '@remix-run/node';
import { csvText } from '~/models/csv';
import { readGrouping, readInsights } from '~/models/insights/insights.server';
import { readPipelineQuery } from '~/models/pipeline/query';
import { GROUPING_LABELS } from '~/screens/dashboard/insights.server';
import { readLocale } from '~/web/session/appearance.server';
import { requireUser } from '~/web/session/auth.server';

/** The table of the page, for a spreadsheet. */
export async function loader({ request }: LoaderFunctionArgs) {
  const viewer = await requireUser(request);
  const params = new URL(request.url).searchParams;
  const query = readPipelineQuery(params, readLocale(request));
  const { by, groups, total } = await readInsights(viewer, readGrouping(params), query);
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
  return new Response(csvText(rows), {
    headers: {
      'Content-Type': 'text/csv; charset=utf-8',
      'Content-Disposition': `attachment; filename="insights-${by}.csv"`,
      'Cache-Control': 'private, no-store',
    },
  });
}
