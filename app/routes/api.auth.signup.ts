import { signUp } from '~/domain/user/create.server';
import { SignupAnswer, toUserJson } from '~/domain/user/json';
import { Signup } from '~/domain/user/login-schema';
import { publicApiRoute } from '~/http/api/api-route.server';
import {
  BAD_TOKEN,
  describeAnswer,
  describeHeader,
  EMAIL_TAKEN,
  TOO_OFTEN,
} from '~/http/api/describe.server';
import { respondWithJson } from '~/http/responses/json.server';
import { createSignupHeaders } from '~/http/session/login.server';
import { enforceSignupLimit } from '~/http/session/throttle.server';

export const loader = publicApiRoute({
  path: '/api/auth/signup',
  POST: {
    operationId: 'signUp',
    summary: 'Create an account',
    refusesTokens: true,
    body: Signup,
    answers: {
      201: describeAnswer(
        SignupAnswer,
        'The account was created, and is signed in unless it requires approval.',
        {
          'Set-Cookie': describeHeader(
            'The session cookie, or the cookie by which this browser learns of the decision.',
          ),
        },
      ),
      ...BAD_TOKEN,
      ...EMAIL_TAKEN,
      ...TOO_OFTEN,
    },
    handler: async ({ request, context, body }) => {
      await enforceSignupLimit(context.address ?? '');
      const account = await signUp(body);
      return respondWithJson(
        { user: toUserJson(account.user), requiresApproval: account.key !== undefined },
        { status: 201, headers: await createSignupHeaders(request, account) },
      );
    },
  },
});
export const action = loader;
