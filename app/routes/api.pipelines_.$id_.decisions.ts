import { toDecisionJson } from '~/domain/decision/json';
import { getDecision, listDecisions } from '~/domain/decision/list.server';
import { closeDeal } from '~/domain/decision/move-deal.server';
import { DecisionInput } from '~/domain/decision/schema';
import { rowEndpoint } from '~/http/api/endpoint.server';
import { readJson } from '~/http/request/json.server';
import { respondWithJson } from '~/http/responses/json.server';

export const loader = rowEndpoint({
  GET: async (viewer, pipelineId) => (await listDecisions(viewer, pipelineId)).map(toDecisionJson),
  POST: async (viewer, pipelineId, { request }) => {
    const id = await closeDeal(viewer, pipelineId, await readJson(request, DecisionInput));
    return respondWithJson(toDecisionJson(await getDecision(viewer, pipelineId, id)), {
      status: 201,
    });
  },
});
export const action = loader;
