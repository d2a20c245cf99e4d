import { getEvaluation } from '~/domain/evaluation/get.server';
import { toEvaluationJson } from '~/domain/evaluation/json';
import { EvaluationInput } from '~/domain/evaluation/schema';
import { saveEvaluation } from '~/domain/evaluation/update.server';
import { rowEndpoint } from '~/http/api/endpoint.server';
import { readJson } from '~/http/request/json.server';

export const loader = rowEndpoint({
  GET: async (viewer, id) => toEvaluationJson(await getEvaluation(viewer, id)),
  POST: async (viewer, id, { request }) =>
    toEvaluationJson(await saveEvaluation(viewer, id, await readJson(request, EvaluationInput))),
});
export const action = loader;
