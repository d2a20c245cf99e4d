import { authenticate, startSession } from '~/auth.server';
import { endpoint, readJson } from '~/http.server';
import { userJson } from '~/models/json';
import { Login } from '~/models/user-schema';

export const loader = endpoint({
  POST: async ({ request }) => {
    const credentials = await readJson(request, Login);
    const user = await authenticate(request, credentials);
    return Response.json({ user: userJson(user) }, { headers: { 'Set-Cookie': await startSession(request, user) } });
  },
});
export const action = loader;
