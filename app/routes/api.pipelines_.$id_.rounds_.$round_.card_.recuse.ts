import { getRound } from '~/domain/round/get.server';
import { RoundAnswer, toRoundJson } from '~/domain/round/json';
import { recuseEvaluator } from '~/domain/round/save-scorecard.server';
import { RecuseInput } from '~/domain/round/schema';
import { apiRoute, NUMBER } from '~/http/api/api-route.server';
import { describeAnswer } from '~/http/api/describe.server';
import { EVALUATORS_ONLY } from '~/http/api/describe-rounds.server';

export const loader = apiRoute({
  path: '/api/pipelines/{id}/rounds/{round}/card/recuse',
  params: { id: NUMBER, round: NUMBER },
  POST: {
    operationId: 'recuseFromRound',
    summary: 'Withdraw from a round because of a conflict of interest',
    body: RecuseInput,
    answers: { 200: describeAnswer(RoundAnswer, 'The round.'), ...EVALUATORS_ONLY },
    handler: async ({ viewer, params, body }) => {
      await recuseEvaluator(viewer, params.id, params.round, body.reason);
      return toRoundJson(await getRound(viewer, params.id, params.round));
    },
  },
});
export const action = loader;
