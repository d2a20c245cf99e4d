import { checkCode } from '~/web/session/login.server';
import { endpoint } from '~/web/api/endpoint.server';
import { readJson } from '~/web/forms/request.server';
import { userJson } from '~/models/user/json';
import { LoginWithCode } from '~/models/second-factor/schema';
import { refuseToken } from '~/web/session/token.server';
import { jsonAnswer } from '~/web/http/json.server';
import { logIn, loginHeaders } from '~/web/session/password-login.server';

export const loader = endpoint({
  POST: async ({ request, context }) => {
    await refuseToken(request);
    const { code, ...credentials } = await readJson(request, LoginWithCode);
    const user = await logIn(request, credentials, context);
    await checkCode(request, user, code);
    return jsonAnswer({ user: userJson(user) }, { headers: await loginHeaders(request, user) });
  },
});
export const action = loader;
