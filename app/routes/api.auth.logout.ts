import { endpoint } from '~/http/api/endpoint.server';
import { respondWithJson } from '~/http/responses/json.server';
import { assertNoToken } from '~/http/session/api-guards.server';
import { endSession } from '~/http/session/session.server';

export const loader = endpoint({
  POST: async ({ request }) => {
    await assertNoToken(request);
    return respondWithJson(
      { message: 'You have been logged out successfully' },
      { headers: { 'Set-Cookie': await endSession(request) } },
    );
  },
});
export const action = loader;
