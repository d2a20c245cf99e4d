import { requireApiUser } from '~/web/session/auth.server';
import { endpoint, readId, readJson } from '~/web/forms/request.server';
import { jsonAnswer } from '~/web/http/json.server';
import { EvaluationInput } from '~/models/evaluation/schema';
import { getEvaluation, saveEvaluation } from '~/models/evaluation/write.server';
import { evaluationJson } from '~/models/evaluation/json';

export const loader = endpoint({
  GET: async ({ request, params }) =>
    jsonAnswer(
      evaluationJson(await getEvaluation(await requireApiUser(request), readId(params.id))),
    ),
  POST: async ({ request, params }) => {
    const viewer = await requireApiUser(request);
    const id = readId(params.id);
    return jsonAnswer(
      evaluationJson(await saveEvaluation(viewer, id, await readJson(request, EvaluationInput))),
    );
  },
});
export const action = loader;
