import { endpoint } from '~/web/api/endpoint.server';
import { readJson } from '~/web/forms/request.server';
import { userJson } from '~/models/user/json';
import { LoginWithCode } from '~/models/second-factor/schema';
import { refuseToken } from '~/web/session/auth.server';
import { jsonAnswer } from '~/web/http/json.server';
import { logInByApi, loginHeaders } from '~/web/session/login.server';

export const loader = endpoint({
  POST: async ({ request, context }) => {
    await refuseToken(request);
    const user = await logInByApi(request, await readJson(request, LoginWithCode), context);
    return jsonAnswer({ user: userJson(user) }, { headers: await loginHeaders(request, user) });
  },
});
export const action = loader;
