import { endSession, refuseToken } from '~/web/session/auth.server';
import { endpoint } from '~/web/api/endpoint.server';
import { jsonAnswer } from '~/web/http/json.server';

export const loader = endpoint({
  POST: async ({ request }) => {
    await refuseToken(request);
    return jsonAnswer(
      { message: 'You have been logged out successfully' },
      { headers: { 'Set-Cookie': await endSession(request) } },
    );
  },
});
export const action = loader;
