import { endSession } from '~/web/auth.server';
import { endpoint } from '~/web/request.server';
import { refuseToken } from '~/web/token.server';
import { jsonAnswer } from '~/web/json.server';

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
