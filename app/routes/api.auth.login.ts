import { LoginWithCode } from '~/domain/second-factor/schema';
import { userJson } from '~/domain/user/json';
import { endpoint } from '~/http/api/endpoint.server';
import { readJson } from '~/http/request/json.server';
import { respondWithJson } from '~/http/responses/json.server';
import { assertNoToken } from '~/http/session/api-guards.server';
import { createLoginHeaders, logInByApi } from '~/http/session/login.server';

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
