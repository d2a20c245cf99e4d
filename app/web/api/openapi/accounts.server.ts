import {
  ADMIN_ONLY,
  answer,
  BAD_TOKEN,
  BODY,
  create,
  deleted,
  EMAIL_TAKEN,
  header,
  inQuery,
  json,
  list,
  type PathItem,
  READ,
  ref,
  refusal,
  SET_SESSION,
  shown,
  SIGNED_OUT,
  SLICE,
  TOO_OFTEN,
  TOTAL,
  WITHOUT_TOKEN,
  write,
  WRITE,
} from './parts.server';

const account = answer('User', 'The updated account.');
const decided = (operationId: string, summary: string) => ({
  operationId,
  summary,
  ...WITHOUT_TOKEN,
  responses: {
    200: account,
    ...READ,
    ...WRITE,
    409: refusal('The account has already been approved or rejected.'),
  },
});
const created = (
  ...about: [operationId: string, summary: string, sent: 'AddUser' | 'CreateManager']
) => ({
  ...create(...about, { 201: answer('User', 'The new account.'), ...EMAIL_TAKEN }),
  ...WITHOUT_TOKEN,
});

/** Signing in and out, and the accounts of others. */
export const ACCOUNT_PATHS: Record<string, PathItem> = {
  '/api/openapi.json': {
    get: {
      operationId: 'describeApi',
      summary: 'Get this description',
      security: [],
      responses: {
        200: {
          description: 'The API in OpenAPI 3.1.',
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
      summary: 'Redirect a signed-out browser to the login page',
      security: [],
      parameters: [inQuery('to', 'The path to return to after login. It must be on this site.')],
      responses: {
        302: {
          description: 'Redirects to the login page, or to the home page if signed in.',
          headers: { Location: header('The address to go to.') },
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
        200: answer('User', 'The current user.'),
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
      requestBody: { required: true, content: json(ref('Login')) },
      responses: {
        200: answer('LoginAnswer', 'Signed in.', SET_SESSION),
        ...BODY,
        ...WRITE,
        401: refusal(
          'The email or password is wrong, the two-step login code is missing or wrong, or the API token sent is not valid.',
        ),
        403: refusal(
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
      requestBody: { required: true, content: json(ref('Signup')) },
      responses: {
        201: answer(
          'SignupAnswer',
          'The account was created, and is signed in unless it requires approval.',
          {
            'Set-Cookie': header(
              'The session cookie, or the cookie by which this browser learns of the decision.',
            ),
          },
        ),
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
        200: answer(
          'Message',
          'Signed out. The answer is the same if nobody was signed in.',
          SET_SESSION,
        ),
        ...BAD_TOKEN,
        ...WRITE,
      },
    },
  },
  '/api/users': {
    get: shown(
      'listOwners',
      'List the owners of the deals that the caller may see',
      list('Owner', 'The owners, by first name, or by email where there is none.'),
    ),
  },
  '/api/admin/users': {
    get: {
      operationId: 'listUsers',
      summary: 'List accounts, newest first',
      parameters: SLICE,
      responses: { 200: list('User', 'The accounts.', TOTAL), ...SIGNED_OUT, ...ADMIN_ONLY },
    },
    post: created('addUser', 'Create an approved account with the role user', 'AddUser'),
  },
  '/api/admin/users/manager': {
    post: created(
      'createManager',
      'Create an approved account with the role manager',
      'CreateManager',
    ),
  },
  '/api/admin/users/{id}': {
    delete: { ...deleted('deleteUser', 'Delete an account and its deals'), ...WITHOUT_TOKEN },
  },
  '/api/admin/users/{id}/group': {
    put: {
      ...write('changeGroup', "Change an account's group", 'ChangeGroup', { 200: account }),
      ...WITHOUT_TOKEN,
    },
  },
  '/api/admin/users/{id}/approve': { put: decided('approveUser', 'Approve a pending account') },
  '/api/admin/users/{id}/reject': { put: decided('rejectUser', 'Reject a pending account') },
};
