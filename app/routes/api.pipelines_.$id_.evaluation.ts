import { evaluationJson } from '~/models/evaluation/json';
import { EvaluationInput } from '~/models/evaluation/schema';
import { getEvaluation, saveEvaluation } from '~/models/evaluation/write.server';
import { rowEndpoint } from '~/web/api/endpoint.server';
import { readJson } from '~/web/forms/request.server';

export const loader = rowEndpoint({
  GET: async (viewer, id) => evaluationJson(await getEvaluation(viewer, id)),
  POST: async (viewer, id, { request }) =>
    evaluationJson(await saveEvaluation(viewer, id, await readJson(request, EvaluationInput))),
});
export const action = loader;
