import { getRound } from '~/domain/round/get.server';
import { RoundAnswer, toRoundJson } from '~/domain/round/json';
import { apiRoute, NUMBER } from '~/http/api/api-route.server';
import { describeAnswer } from '~/http/api/describe.server';

export const loader = apiRoute({
  path: '/api/pipelines/{id}/rounds/{round}',
  params: { id: NUMBER, round: NUMBER },
  GET: {
    operationId: 'getRound',
    summary: 'Get a round. Scorecards of others are null until they are revealed to the caller',
    answers: { 200: describeAnswer(RoundAnswer, 'The round.') },
    handler: async ({ viewer, params }) =>
      toRoundJson(await getRound(viewer, params.id, params.round)),
  },
});
export const action = loader;
