import { parseDealQuery } from '~/domain/deal/query';
import { getInsights, parseGrouping } from '~/domain/insights/get.server';
import { toInsightsJson } from '~/domain/insights/json';
import { userEndpoint } from '~/http/api/endpoint.server';
import { readLocale } from '~/http/session/appearance.server';

export const loader = userEndpoint({
  GET: async (viewer, { request }) => {
    const params = new URL(request.url).searchParams;
    const query = parseDealQuery(params, readLocale(request));
    return toInsightsJson(await getInsights(viewer, parseGrouping(params), query));
  },
});
export const action = loader;
