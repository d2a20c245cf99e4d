import { parseDealQuery } from '~/address/deal-query';
import { parseGrouping } from '~/address/grouping';
import { getInsights } from '~/domain/insights/get.server';
import { GROUPINGS } from '~/domain/insights/groups';
import { InsightsAnswer, toInsightsJson } from '~/domain/insights/json';
import { apiRoute } from '~/http/api/api-route.server';
import { describeAnswer, describeEnum, describeQueryParameter } from '~/http/api/describe.server';
import { readLocale } from '~/http/session/appearance.server';

export const loader = apiRoute({
  path: '/api/insights',
  GET: {
    operationId: 'getInsights',
    summary: 'Get how far deals got and how long they stayed in each stage',
    description:
      'Covers all deals for staff, and the deals they can see for users. The parameters of /api/pipelines filter the deals.',
    parameters: [
      describeQueryParameter(
        'by',
        'How the deals are grouped. An unknown value counts as month.',
        describeEnum(GROUPINGS, 'month'),
      ),
    ],
    answers: { 200: describeAnswer(InsightsAnswer, 'The groups, by name.') },
    handler: async ({ viewer, request }) => {
      const params = new URL(request.url).searchParams;
      const query = parseDealQuery(params, readLocale(request).timeZone);
      return toInsightsJson(await getInsights(viewer, parseGrouping(params), query));
    },
  },
});
export const action = loader;
