import { closeRound } from '~/domain/round/close.server';
import { getRound } from '~/domain/round/get.server';
import { RoundAnswer, toRoundJson } from '~/domain/round/json';
import { apiRoute, NUMBER } from '~/http/api/api-route.server';
import { describeAnswer, describeError, MANAGERS_ONLY } from '~/http/api/describe.server';

export const loader = apiRoute({
  path: '/api/pipelines/{id}/rounds/{round}/close',
  params: { id: NUMBER, round: NUMBER },
  POST: {
    operationId: 'closeRound',
    summary: 'Close a round, which reveals its scorecards to everybody who sees the deal',
    answers: {
      200: describeAnswer(RoundAnswer, 'The closed round.'),
      ...MANAGERS_ONLY,
      409: describeError('The round is already closed.'),
    },
    handler: async ({ viewer, params }) => {
      await closeRound(viewer, params.id, params.round);
      return toRoundJson(await getRound(viewer, params.id, params.round));
    },
  },
});
export const action = loader;
