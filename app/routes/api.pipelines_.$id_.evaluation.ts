import type { Evaluation } from '#db/schema';
import { getEvaluation } from '~/domain/evaluation/get.server';
import { EvaluationAnswer, toEvaluationJson } from '~/domain/evaluation/json';
import { EvaluationInput } from '~/domain/evaluation/schema';
import { getEvaluationVersion } from '~/domain/evaluation/score';
import { saveEvaluation } from '~/domain/evaluation/update.server';
import { apiRoute, NUMBER } from '~/http/api/api-route.server';
import { describeAnswer, describeError, describeVersionTag } from '~/http/api/describe.server';
import { describeIfMatch, formatVersionTag, parseIfMatch } from '~/http/api/if-match.server';
import { respondWithJson } from '~/http/responses/json.server';

const PATH = '/api/pipelines/{id}/evaluation';
const ETAG = describeVersionTag('evaluation');

export const loader = apiRoute({
  path: PATH,
  params: { id: NUMBER },
  GET: {
    operationId: 'getEvaluation',
    summary: 'Get the evaluation of a deal. 404 if there is none',
    answers: { 200: describeAnswer(EvaluationAnswer, 'The evaluation.', ETAG) },
    handler: async ({ viewer, params }) =>
      answerWithEvaluation(await getEvaluation(viewer, params.id)),
  },
  POST: {
    operationId: 'saveEvaluation',
    summary: 'Save the evaluation, replacing the stored one',
    description:
      'A criterion that is not sent is stored empty and counts as 5. overallScore is ignored because the server computes it.',
    parameters: [describeIfMatch('evaluation')],
    body: EvaluationInput,
    needsKnownKey: true,
    answers: {
      200: describeAnswer(EvaluationAnswer, 'The saved evaluation.', ETAG),
      412: describeError('Someone else has saved the evaluation in the meantime.'),
    },
    handler: async ({ viewer, params, request, body }) => {
      const version = parseIfMatch(request, PATH);
      return answerWithEvaluation(await saveEvaluation(viewer, params.id, body, version));
    },
  },
});
export const action = loader;

function answerWithEvaluation(evaluation: Evaluation): Response {
  const headers = formatVersionTag(getEvaluationVersion(evaluation));
  return respondWithJson(toEvaluationJson(evaluation), { headers });
}
