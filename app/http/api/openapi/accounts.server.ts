import {
  ADMIN_ONLY,
  BAD_TOKEN,
  BODY_ANSWERS,
  buildJsonContent,
  buildRef,
  describeAnswer,
  describeCreate,
  describeDelete,
  describeError,
  describeHeader,
  describeList,
  describeOpenRead,
  describeQueryParameter,
  describeWrite,
  EMAIL_TAKEN,
  LIMIT_AND_OFFSET,
  type PathItem,
  READ_ANSWERS,
  SET_SESSION,
  SIGNED_OUT,
  TOO_OFTEN,
  TOTAL_COUNT,
  WITHOUT_TOKEN,
  WRITE_ANSWERS,
} from './builders.server';

const accountAnswer = describeAnswer('User', 'The updated account.');
const buildDecision = (operationId: string, summary: string) => ({
  operationId,
  summary,
  ...WITHOUT_TOKEN,
  responses: {
    200: accountAnswer,
    ...READ_ANSWERS,
    ...WRITE_ANSWERS,
    409: describeError('The account has already been approved or rejected.'),
  },
});
const buildCreation = (
  ...about: [operationId: string, summary: string, sent: 'AddUser' | 'CreateManager']
) => ({
  ...describeCreate(...about, { 201: describeAnswer('User', 'The new account.'), ...EMAIL_TAKEN }),
  ...WITHOUT_TOKEN,
});

export const ACCOUNT_PATHS: Record<string, PathItem> = {
  '/api/openapi.json': {
    get: {
      operationId: 'describeApi',
      summary: 'Get this description',
      security: [],
      responses: {
        200: {
          description: 'The API in OpenAPI 3.1.',
          content: buildJsonContent({
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
      summary: 'Redirect a signed-out browser to the login page',
      security: [],
      parameters: [
        describeQueryParameter('to', 'The path to return to after login. It must be on this site.'),
      ],
      responses: {
        302: {
          description: 'Redirects to the login page, or to the home page if signed in.',
          headers: { Location: describeHeader('The address to go to.') },
        },
      },
    },
  },
  '/api/auth/user': {
    get: {
      operationId: 'getCurrentUser',
      summary: 'Get the current user',
      ...WITHOUT_TOKEN,
      responses: {
        200: describeAnswer('User', 'The current user.'),
        ...SIGNED_OUT,
        403: describeError('An API token was sent.'),
      },
    },
  },
  '/api/auth/login': {
    post: {
      operationId: 'logIn',
      summary: 'Sign in',
      security: [],
      requestBody: { required: true, content: buildJsonContent(buildRef('Login')) },
      responses: {
        200: describeAnswer('LoginAnswer', 'Signed in.', SET_SESSION),
        ...BODY_ANSWERS,
        ...WRITE_ANSWERS,
        401: describeError(
          'The email or password is wrong, the two-step login code is missing or wrong, or the API token sent is not valid.',
        ),
        403: describeError(
          'The account is pending approval, was not approved, or is disabled; or an API token was sent.',
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
      requestBody: { required: true, content: buildJsonContent(buildRef('Signup')) },
      responses: {
        201: describeAnswer(
          'SignupAnswer',
          'The account was created, and is signed in unless it requires approval.',
          {
            'Set-Cookie': describeHeader(
              'The session cookie, or the cookie by which this browser learns of the decision.',
            ),
          },
        ),
        ...BAD_TOKEN,
        ...EMAIL_TAKEN,
        ...BODY_ANSWERS,
        ...WRITE_ANSWERS,
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
        200: describeAnswer(
          'Message',
          'Signed out. The answer is the same if nobody was signed in.',
          SET_SESSION,
        ),
        ...BAD_TOKEN,
        ...WRITE_ANSWERS,
      },
    },
  },
  '/api/users': {
    get: describeOpenRead(
      'listOwners',
      'List the owners of the deals that the caller may see',
      describeList('Owner', 'The owners, by first name, or by email where there is none.'),
    ),
  },
  '/api/admin/users': {
    get: {
      operationId: 'listUsers',
      summary: 'List accounts, newest first',
      parameters: LIMIT_AND_OFFSET,
      responses: {
        200: describeList('User', 'The accounts.', TOTAL_COUNT),
        ...SIGNED_OUT,
        ...ADMIN_ONLY,
      },
    },
    post: buildCreation('addUser', 'Create an approved account with the role user', 'AddUser'),
  },
  '/api/admin/users/manager': {
    post: buildCreation(
      'createManager',
      'Create an approved account with the role manager',
      'CreateManager',
    ),
  },
  '/api/admin/users/{id}': {
    delete: {
      ...describeDelete('deleteUser', 'Delete an account and its deals'),
      ...WITHOUT_TOKEN,
    },
  },
  '/api/admin/users/{id}/group': {
    put: {
      ...describeWrite('changeGroup', "Change an account's group", 'ChangeGroup', {
        200: accountAnswer,
      }),
      ...WITHOUT_TOKEN,
    },
  },
  '/api/admin/users/{id}/approve': {
    put: buildDecision('approveUser', 'Approve a pending account'),
  },
  '/api/admin/users/{id}/reject': { put: buildDecision('rejectUser', 'Reject a pending account') },
};
