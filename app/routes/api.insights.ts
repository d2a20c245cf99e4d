import { parseDealQuery } from '~/address/deal-query';
import { parseCommitteeGrouping, parseGrouping } from '~/address/grouping';
import { getEvaluatorInsights } from '~/domain/insights/evaluators.server';
import { getInsights } from '~/domain/insights/get.server';
import { COMMITTEE_GROUPINGS, GROUPINGS } from '~/domain/insights/groups';
import {
  InsightsAnswer,
  toEvaluatorInsightsJson,
  toInsightsJson,
  toOutcomeInsightsJson,
} from '~/domain/insights/json';
import { getOutcomeInsights } from '~/domain/insights/outcomes.server';
import { apiRoute } from '~/http/api/api-route.server';
import { describeAnswer, describeEnum, describeQueryParameter } from '~/http/api/describe.server';
import { readLocale } from '~/http/session/appearance.server';

export const loader = apiRoute({
  path: '/api/insights',
  GET: {
    operationId: 'getInsights',
    summary: 'Get how far deals got and how long they stayed in each stage',
    description:
      'Covers all deals for staff, and the deals they can see for users. The parameters of /api/pipelines filter the deals; users see only themselves among the evaluators, staff see everyone.',
    parameters: [
      describeQueryParameter(
        'by',
        'How the deals are grouped. An unknown value counts as month.',
        describeEnum([...GROUPINGS, ...COMMITTEE_GROUPINGS], 'month'),
      ),
    ],
    answers: {
      200: describeAnswer(InsightsAnswer, 'The groups, by name.'),
    },
    handler: async ({ viewer, request }) => {
      const params = new URL(request.url).searchParams;
      const query = parseDealQuery(params, readLocale(request).timeZone);
      const committee = parseCommitteeGrouping(params);
      if (committee === 'evaluator')
        return toEvaluatorInsightsJson(await getEvaluatorInsights(viewer));
      if (committee === 'outcome')
        return toOutcomeInsightsJson(await getOutcomeInsights(viewer, query));
      return toInsightsJson(await getInsights(viewer, parseGrouping(params), query));
    },
  },
});
export const action = loader;
