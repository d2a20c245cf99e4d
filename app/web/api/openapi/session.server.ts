import {
  answer,
  BAD_TOKEN,
  body,
  BODY,
  EMAIL_TAKEN,
  header,
  inQuery,
  json,
  type PathItem,
  refusal,
  SET_SESSION,
  SIGNED_OUT,
  TOO_OFTEN,
  WITHOUT_TOKEN,
  WRITE,
} from './parts.server';

export const SESSION_PATHS: Record<string, PathItem> = {
  '/api/openapi.json': {
    get: {
      operationId: 'describeApi',
      summary: 'This description',
      security: [],
      responses: {
        200: {
          description: 'OpenAPI 3.1.',
          content: json({
            type: 'object',
            properties: { openapi: { type: 'string' }, paths: { type: 'object' } },
            required: ['openapi', 'paths'],
          }),
        },
      },
    },
  },
  '/api/login': {
    get: {
      operationId: 'goToLogin',
      summary: 'Where a browser is sent when signed out',
      security: [],
      parameters: [inQuery('to', 'A path of this site to go to after the login.')],
      responses: {
        302: {
          description: 'To the login; signed in, home.',
          headers: { Location: header('Where to.') },
        },
      },
    },
  },
  '/api/auth/user': {
    get: {
      operationId: 'getCurrentUser',
      summary: 'Who is signed in',
      ...WITHOUT_TOKEN,
      responses: {
        200: answer('User', 'The account.'),
        ...SIGNED_OUT,
        403: refusal('An API token was sent.'),
      },
    },
  },
  '/api/auth/login': {
    post: {
      operationId: 'logIn',
      summary: 'Sign in',
      security: [],
      requestBody: body('Login'),
      responses: {
        200: answer('LoginAnswer', 'Signed in.', SET_SESSION),
        ...BODY,
        ...WRITE,
        401: refusal(
          'Email or password is wrong, the code of two-step login is missing or wrong, or an API token was sent that is not valid.',
        ),
        403: refusal(
          'The account is waiting, was not approved, or is disabled; or an API token was sent.',
        ),
        ...TOO_OFTEN,
      },
    },
  },
  '/api/auth/signup': {
    post: {
      operationId: 'signUp',
      summary: 'Create an account',
      security: [],
      requestBody: body('Signup'),
      responses: {
        201: answer('SignupAnswer', 'Created; signed in, unless it requires approval.', {
          'Set-Cookie': header('The session, or what this browser is told the decision by.'),
        }),
        ...BAD_TOKEN,
        ...EMAIL_TAKEN,
        ...BODY,
        ...WRITE,
        ...TOO_OFTEN,
      },
    },
  },
  '/api/auth/logout': {
    post: {
      operationId: 'logOut',
      summary: 'Sign out',
      security: [],
      responses: {
        200: answer('Message', 'Signed out, also when nobody was signed in.', SET_SESSION),
        ...BAD_TOKEN,
        ...WRITE,
      },
    },
  },
};
