import { insightsJson } from '~/models/insights/json';
import { readGrouping, readInsights } from '~/models/insights/insights.server';
import { readPipelineQuery } from '~/models/pipeline/query';
import { endpoint } from '~/web/forms/request.server';
import { jsonAnswer } from '~/web/http/json.server';
import { readLocale } from '~/web/session/appearance.server';
import { requireApiUser } from '~/web/session/auth.server';

export const loader = endpoint({
  GET: async ({ request }) => {
    const viewer = await requireApiUser(request);
    const params = new URL(request.url).searchParams;
    const query = readPipelineQuery(params, readLocale(request));
    return jsonAnswer(insightsJson(await readInsights(viewer, readGrouping(params), query)));
  },
});
export const action = loader;
