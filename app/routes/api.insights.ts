import { readGrouping, readInsights } from '~/models/insights/insights.server';
import { insightsJson } from '~/models/insights/json';
import { readPipelineQuery } from '~/models/pipeline/query';
import { userEndpoint } from '~/web/api/endpoint.server';
import { readLocale } from '~/web/session/appearance.server';

export const loader = userEndpoint({
  GET: async (viewer, { request }) => {
    const params = new URL(request.url).searchParams;
    const query = readPipelineQuery(params, readLocale(request));
    return insightsJson(await readInsights(viewer, readGrouping(params), query));
  },
});
export const action = loader;
