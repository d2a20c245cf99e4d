import { getUser } from '~/domain/user/get.server';
import { toUserJson, UserAnswer } from '~/domain/user/json';
import { apiRoute } from '~/http/api/api-route.server';
import { describeAnswer, describeError } from '~/http/api/describe.server';

export const loader = apiRoute({
  path: '/api/auth/user',
  GET: {
    operationId: 'getCurrentUser',
    summary: 'Get the current user',
    refusesTokens: true,
    answers: {
      200: describeAnswer(UserAnswer, 'The current user.'),
      403: describeError('An API token was sent.'),
    },
    handler: async ({ viewer }) => toUserJson(await getUser(viewer.id)),
  },
});
export const action = loader;
