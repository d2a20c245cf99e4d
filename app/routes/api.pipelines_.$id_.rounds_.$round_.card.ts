import { getRound } from '~/domain/round/get.server';
import { RoundAnswer, toRoundJson } from '~/domain/round/json';
import { saveScorecard } from '~/domain/round/save-scorecard.server';
import { ScorecardInput } from '~/domain/round/schema';
import { apiRoute, NUMBER } from '~/http/api/api-route.server';
import { describeAnswer } from '~/http/api/describe.server';
import { EVALUATORS_ONLY } from '~/http/api/describe-rounds.server';

export const loader = apiRoute({
  path: '/api/pipelines/{id}/rounds/{round}/card',
  params: { id: NUMBER, round: NUMBER },
  PUT: {
    operationId: 'saveScorecard',
    summary: "Replace the caller's scorecard, as a draft or submitted",
    description:
      'A criterion that is missing or null is not assessed. A submitted scorecard stays submitted: saving it again corrects it.',
    body: ScorecardInput,
    needsKnownKey: true,
    answers: { 200: describeAnswer(RoundAnswer, 'The round.'), ...EVALUATORS_ONLY },
    handler: async ({ viewer, params, body }) => {
      await saveScorecard(viewer, { dealId: params.id, roundId: params.round }, body);
      return toRoundJson(await getRound(viewer, params.id, params.round));
    },
  },
});
export const action = loader;
