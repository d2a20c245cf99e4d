import { decide } from '~/models/decision/decide.server';
import { decisionJson } from '~/models/decision/json';
import { getDecision, listDecisions } from '~/models/decision/list.server';
import { DecisionInput } from '~/models/decision/schema';
import { rowEndpoint } from '~/web/api/endpoint.server';
import { readJson } from '~/web/forms/request.server';
import { jsonAnswer } from '~/web/http/json.server';

export const loader = rowEndpoint({
  GET: async (viewer, pipelineId) => (await listDecisions(viewer, pipelineId)).map(decisionJson),
  POST: async (viewer, pipelineId, { request }) => {
    const id = await decide(viewer, pipelineId, await readJson(request, DecisionInput));
    return jsonAnswer(decisionJson(await getDecision(viewer, pipelineId, id)), { status: 201 });
  },
});
export const action = loader;
