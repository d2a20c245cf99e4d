import { signUp } from '~/domain/user/create.server';
import { userJson } from '~/domain/user/json';
import { Signup } from '~/domain/user/sign-in-schema';
import { endpoint } from '~/http/api/endpoint.server';
import { readJson } from '~/http/request/json.server';
import { respondWithJson } from '~/http/responses/json.server';
import { assertNoToken } from '~/http/session/api-guards.server';
import { createSignupHeaders } from '~/http/session/login.server';
import { countSignup } from '~/http/session/throttle.server';

export const loader = endpoint({
  POST: async ({ request, context }) => {
    await assertNoToken(request);
    const input = await readJson(request, Signup);
    await countSignup(context.address ?? '');
    const account = await signUp(input);
    return respondWithJson(
      { user: userJson(account.user), requiresApproval: account.key !== undefined },
      { status: 201, headers: await createSignupHeaders(request, account) },
    );
  },
});
export const action = loader;
