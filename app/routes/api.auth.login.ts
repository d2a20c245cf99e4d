import { LoginWithCode } from '~/domain/second-factor/schema';
import { LoginAnswer, toUserJson } from '~/domain/user/json';
import { publicApiRoute } from '~/http/api/api-route.server';
import { describeAnswer, describeError, SET_SESSION, TOO_OFTEN } from '~/http/api/describe.server';
import { respondWithJson } from '~/http/responses/json.server';
import { createLoginHeaders, signInByApi } from '~/http/session/login.server';

export const loader = publicApiRoute({
  path: '/api/auth/login',
  POST: {
    operationId: 'logIn',
    summary: 'Sign in',
    refusesTokens: true,
    body: LoginWithCode,
    answers: {
      200: describeAnswer(LoginAnswer, 'Signed in.', SET_SESSION),
      401: describeError(
        'The email or password is wrong, the two-step login code is missing or wrong, or the API token sent is not valid.',
      ),
      403: describeError(
        'The account is pending approval, was not approved, or is disabled; or an API token was sent.',
      ),
      ...TOO_OFTEN,
    },
    handler: async ({ request, context, body }) => {
      const user = await signInByApi(request, body, context);
      return respondWithJson(
        { user: toUserJson(user) },
        { headers: await createLoginHeaders(request, user) },
      );
    },
  },
});
export const action = loader;
