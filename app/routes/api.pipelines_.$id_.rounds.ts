import { getRound } from '~/domain/round/get.server';
import { RoundAnswer, toRoundJson } from '~/domain/round/json';
import { openRound } from '~/domain/round/open.server';
import { RoundInput } from '~/domain/round/schema';
import { apiRoute, NUMBER } from '~/http/api/api-route.server';
import {
  describeAnswer,
  describeError,
  describeList,
  LIMIT_AND_OFFSET,
  LOCATION,
  MANAGERS_ONLY,
  TOTAL_COUNT,
} from '~/http/api/describe.server';
import { respondWithRounds } from '~/http/api/rounds.server';
import { respondWithCreated } from '~/http/responses/json.server';

export const loader = apiRoute({
  path: '/api/pipelines/{id}/rounds',
  params: { id: NUMBER },
  GET: {
    operationId: 'listRounds',
    summary: 'List the rounds of a deal, newest first',
    parameters: LIMIT_AND_OFFSET,
    answers: { 200: describeList(RoundAnswer, 'The rounds.', TOTAL_COUNT) },
    handler: ({ viewer, params, ...args }) => respondWithRounds(args, viewer, params.id),
  },
  POST: {
    operationId: 'openRound',
    summary: 'Ask people for a scorecard on a deal',
    description:
      'Whoever is asked may read the deal while the round is open. It closes by itself after its last day.',
    body: RoundInput,
    answers: {
      201: describeAnswer(RoundAnswer, 'The new round.', LOCATION),
      ...MANAGERS_ONLY,
      409: describeError('A round is already open.'),
    },
    handler: async ({ viewer, params, body }) => {
      const id = await openRound(viewer, params.id, body);
      const round = toRoundJson(await getRound(viewer, params.id, id));
      return respondWithCreated(round, `/api/pipelines/${params.id}/rounds/${id}`);
    },
  },
});
export const action = loader;
