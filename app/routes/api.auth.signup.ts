import { endpoint } from '~/web/api/endpoint.server';
import { readJson } from '~/web/forms/request.server';
import { userJson } from '~/models/user/json';
import { Signup } from '~/models/user/schema';
import { signUp } from '~/models/user/write.server';
import { throttleSignup } from '~/web/session/throttle.server';
import { refuseToken } from '~/web/session/auth.server';
import { jsonAnswer } from '~/web/http/json.server';
import { signupHeaders } from '~/web/session/login.server';

export const loader = endpoint({
  POST: async ({ request, context }) => {
    await refuseToken(request);
    const input = await readJson(request, Signup);
    await throttleSignup(context.address ?? '');
    const account = await signUp(input);
    return jsonAnswer(
      { user: userJson(account.user), requiresApproval: account.key !== undefined },
      { status: 201, headers: await signupHeaders(request, account) },
    );
  },
});
export const action = loader;
