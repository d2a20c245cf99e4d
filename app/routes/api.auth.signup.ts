import { endpoint } from '~/web/api/endpoint.server';
import { readJson } from '~/web/forms/request.server';
import { userJson } from '~/models/user/json';
import { Signup } from '~/models/user/schema';
import { register } from '~/web/session/signup.server';
import { throttleSignup } from '~/web/session/throttle.server';
import { refuseToken } from '~/web/session/token.server';
import { jsonAnswer } from '~/web/http/json.server';
import { loginHeaders } from '~/web/session/password-login.server';

export const loader = endpoint({
  POST: async ({ request, context }) => {
    await refuseToken(request);
    const input = await readJson(request, Signup);
    await throttleSignup(context.address ?? '');
    const { user, requiresApproval, cookie } = await register(input);
    const headers = cookie ? { 'Set-Cookie': cookie } : await loginHeaders(request, user);
    return jsonAnswer({ user: userJson(user), requiresApproval }, { status: 201, headers });
  },
});
export const action = loader;
