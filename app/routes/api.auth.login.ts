import { logIn, loginHeaders } from '~/web/auth.server';
import { endpoint, readJson } from '~/web/request.server';
import { userJson } from '~/models/user/json';
import { Login } from '~/models/user/schema';
import { refuseToken } from '~/web/token.server';

export const loader = endpoint({
  POST: async ({ request, context }) => {
    await refuseToken(request);
    const user = await logIn(request, await readJson(request, Login), context);
    return Response.json({ user: userJson(user) }, { headers: await loginHeaders(request, user) });
  },
});
export const action = loader;
