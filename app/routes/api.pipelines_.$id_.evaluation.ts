import { getEvaluation } from '~/domain/evaluation/get.server';
import { EvaluationAnswer, toEvaluationJson } from '~/domain/evaluation/json';
import { EvaluationInput } from '~/domain/evaluation/schema';
import { saveEvaluation } from '~/domain/evaluation/update.server';
import { apiRoute, NUMBER } from '~/http/api/api-route.server';
import { describeAnswer } from '~/http/api/describe.server';

export const loader = apiRoute({
  path: '/api/pipelines/{id}/evaluation',
  params: { id: NUMBER },
  GET: {
    operationId: 'getEvaluation',
    summary: 'Get the evaluation of a deal. 404 if there is none',
    answers: { 200: describeAnswer(EvaluationAnswer, 'The evaluation.') },
    handler: async ({ viewer, params }) => toEvaluationJson(await getEvaluation(viewer, params.id)),
  },
  POST: {
    operationId: 'saveEvaluation',
    summary: 'Save the evaluation, replacing the stored one',
    description:
      'A criterion that is not sent is stored empty and counts as 5. overallScore is ignored because the server computes it.',
    body: EvaluationInput,
    answers: { 200: describeAnswer(EvaluationAnswer, 'The saved evaluation.') },
    handler: async ({ viewer, params, body }) =>
      toEvaluationJson(await saveEvaluation(viewer, params.id, body)),
  },
});
export const action = loader;
