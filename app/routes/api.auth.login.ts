import { endpoint } from '~/http/api/endpoint.server';
import { readJson } from '~/http/request/json.server';
import { userJson } from '~/domain/user/json';
import { LoginWithCode } from '~/domain/second-factor/schema';
import { assertNoToken } from '~/http/session/api-guards.server';
import { respondWithJson } from '~/http/responses/json.server';
import { logInByApi, createLoginHeaders } from '~/http/session/login.server';

export const loader = endpoint({
  POST: async ({ request, context }) => {
    await assertNoToken(request);
    const user = await logInByApi(request, await readJson(request, LoginWithCode), context);
    return respondWithJson(
      { user: userJson(user) },
      { headers: await createLoginHeaders(request, user) },
    );
  },
});
export const action = loader;
