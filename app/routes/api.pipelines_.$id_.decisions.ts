import { decide } from '~/models/decision/decide.server';
import { decisionJson } from '~/models/decision/json';
import { getDecision, listDecisions } from '~/models/decision/list.server';
import { DecisionInput } from '~/models/decision/schema';
import { endpoint, readId, readJson } from '~/web/forms/request.server';
import { jsonAnswer } from '~/web/http/json.server';
import { requireApiUser } from '~/web/session/auth.server';

export const loader = endpoint({
  GET: async ({ request, params }) => {
    const viewer = await requireApiUser(request);
    return jsonAnswer((await listDecisions(viewer, readId(params.id))).map(decisionJson));
  },
  POST: async ({ request, params }) => {
    const viewer = await requireApiUser(request);
    const pipelineId = readId(params.id);
    const id = await decide(viewer, pipelineId, await readJson(request, DecisionInput));
    return jsonAnswer(decisionJson(await getDecision(viewer, pipelineId, id)), { status: 201 });
  },
});
export const action = loader;
