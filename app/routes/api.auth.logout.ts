import { publicApiRoute } from '~/http/api/api-route.server';
import { BAD_TOKEN, describeAnswer, MessageAnswer, SET_SESSION } from '~/http/api/describe.server';
import { respondWithJson } from '~/http/responses/json.server';
import { endSessionHere } from '~/http/session/session.server';

export const loader = publicApiRoute({
  path: '/api/auth/logout',
  POST: {
    operationId: 'logOut',
    summary: 'Sign out',
    refusesTokens: true,
    answers: {
      200: describeAnswer(
        MessageAnswer,
        'Signed out. The answer is the same if nobody was signed in.',
        SET_SESSION,
      ),
      ...BAD_TOKEN,
    },
    handler: async ({ request }) =>
      respondWithJson(
        { message: 'You have been logged out successfully' },
        { headers: await endSessionHere(request) },
      ),
  },
});
export const action = loader;
