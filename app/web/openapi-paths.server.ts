import { EvaluationAnswer } from '~/models/evaluation/json';
import { LoginAnswer, OwnerAnswer, SignupAnswer, UserAnswer } from '~/models/user/json';
import { MessageAnswer, RefusalAnswer } from '~/web/answers';
import { PipelineAnswer } from '~/models/pipeline/json';
import { EvaluationInput } from '~/models/evaluation/schema';
import { type PipelineQuery, SORTS } from '~/models/pipeline/query';
import { PipelineChanges, PipelineInput } from '~/models/pipeline/schema';
import { AddUser, ChangeGroup, CreateManager, Login, Signup } from '~/models/user/schema';

/** Every path of the API with its methods, bodies and responses. */

export const BODIES = {
  PipelineInput,
  PipelineChanges,
  EvaluationInput,
  Login,
  Signup,
  AddUser,
  CreateManager,
  ChangeGroup,
};
export const ANSWERS = {
  User: UserAnswer,
  Owner: OwnerAnswer,
  Pipeline: PipelineAnswer,
  Evaluation: EvaluationAnswer,
  LoginAnswer,
  SignupAnswer,
  Message: MessageAnswer,
  Refusal: RefusalAnswer,
};

export type Schema = Record<string, unknown>;
interface Answer {
  description: string;
  headers?: Record<string, Schema>;
  content?: Record<string, { schema: Schema }>;
}
type Answers = Record<number, Answer>;
interface Operation {
  operationId: string;
  summary: string;
  description?: string;
  security?: Schema[];
  parameters?: Schema[];
  requestBody?: Schema;
  responses: Answers;
}
type Method = 'get' | 'head' | 'post' | 'put' | 'delete';
export type PathItem = { parameters?: Schema[] } & Partial<Record<Method, Operation>>;

const ref = (name: keyof typeof BODIES | keyof typeof ANSWERS): Schema => ({
  $ref: `#/components/schemas/${name}`,
});
const json = (schema: Schema) => ({ 'application/json': { schema } });
const header = (description: string, schema: Schema = { type: 'string' }): Schema => ({
  description,
  required: true,
  schema,
});

const answer = (
  name: keyof typeof ANSWERS,
  description: string,
  headers?: Answer['headers'],
): Answer => ({ description, headers, content: json(ref(name)) });
const refusal = (description: string, headers?: Answer['headers']) =>
  answer('Refusal', description, headers);
const RETRY_AFTER = {
  'Retry-After': header('How many seconds to wait.', { type: 'integer', minimum: 1 }),
};

/** Refusals by kind of operation. */
const SIGNED_OUT: Answers = { 401: refusal('Nobody is signed in.') };
const HIDDEN: Answers = { 404: refusal('It is not there, or not visible to the caller.') };
const BODY: Answers = {
  400: refusal('The body is no JSON, or does not fit; errors names each wrong field.'),
  415: refusal('The body is not application/json.'),
};
const WRITE: Answers = {
  403: refusal('The caller may not do this, or a browser sends it from another site.'),
  413: refusal('The body is over 1 MB.'),
  503: refusal('Too busy at the moment, or the database cannot be used.', RETRY_AFTER),
  507: refusal('There is no room left on the disk.', RETRY_AFTER),
};
const EMAIL_TAKEN: Answers = { 409: refusal('An account with this email already exists.') };
const TOO_OFTEN: Answers = { 429: refusal('Too many attempts.', RETRY_AFTER) };
const NOT_PENDING: Answers = { 409: refusal('The account has already been approved or rejected.') };
const STAFF_ONLY: Answers = { 403: refusal('For admins and managers.') };
const ADMIN_ONLY: Answers = { 403: refusal('For admins.') };

const pipeline = (description: string, headers?: Answer['headers']) =>
  answer('Pipeline', description, headers);
const ETAG = { ETag: header('The version, for If-Match.') };
const TOTAL = {
  'X-Total-Count': header('How many there are without limit and offset.', {
    type: 'integer',
    minimum: 0,
  }),
};
const SET_SESSION = { 'Set-Cookie': header('The session.') };
const list = (
  of: keyof typeof ANSWERS,
  description: string,
  headers?: Answer['headers'],
): Answer => ({ description, headers, content: json({ type: 'array', items: ref(of) }) });
const body = (name: keyof typeof BODIES): Schema => ({ required: true, content: json(ref(name)) });

const inQuery = (
  name: string,
  description: string,
  schema: Schema = { type: 'string' },
): Schema => ({ name, in: 'query', description, schema });
const inPath = (schema: Schema): Schema[] => [{ name: 'id', in: 'path', required: true, schema }];
const PIPELINE_ID = inPath({ type: 'integer', minimum: 1 });
const USER_ID = inPath({ type: 'string' });
const SLICE = [
  inQuery('limit', 'At most so many; without it, all.', { type: 'integer', minimum: 0 }),
  inQuery('offset', 'Leaves out so many.', { type: 'integer', minimum: 0 }),
];
/** A filter that is missing here does not compile. */
const FILTERS = Object.entries({
  search: ['Part of the name of the company or its leaders, in any script and case.'],
  industry: ['Has this industry.'],
  round: ['Is in this funding round.'],
  group: ["The owner's group."],
  userId: ["The owner's id."],
  owner: ["Part of the owner's name or email."],
  sort: ['An unknown value counts as newest.', { type: 'string', enum: SORTS, default: 'newest' }],
} satisfies Record<keyof PipelineQuery, [string, Schema?]>).map(([name, [description, schema]]) =>
  inQuery(name, description, schema),
);

const listed = (operationId: string, summary: string): Operation => ({
  operationId,
  summary,
  parameters: [...FILTERS, ...SLICE],
  responses: {
    200: list('Pipeline', 'Those that the caller may see, in order.', TOTAL),
    ...SIGNED_OUT,
  },
});
const deleted = (operationId: string, summary: string): Operation => ({
  operationId,
  summary,
  responses: { 200: answer('Message', 'Deleted.'), ...SIGNED_OUT, ...HIDDEN, ...WRITE },
});
const decided = (operationId: string, summary: string): Operation => ({
  operationId,
  summary,
  responses: {
    200: answer('User', 'The account as it is now.'),
    ...SIGNED_OUT,
    ...HIDDEN,
    ...NOT_PENDING,
    ...WRITE,
  },
});
const created = (operationId: string, summary: string, name: keyof typeof BODIES): Operation => ({
  operationId,
  summary,
  requestBody: body(name),
  responses: {
    201: answer('User', 'The new account.'),
    ...SIGNED_OUT,
    ...EMAIL_TAKEN,
    ...BODY,
    ...WRITE,
  },
});

/** Addresses and methods; HEAD is derived from GET. */
export const PATHS: Record<string, PathItem> = {
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
      responses: { 200: answer('User', 'The account.'), ...SIGNED_OUT },
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
        401: refusal('Email or password is wrong.'),
        403: refusal('The account is waiting, was not approved, or is disabled.'),
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
        ...WRITE,
      },
    },
  },
  '/api/pipelines': {
    get: listed('listPipelines', 'Deals: all of them for staff, their own for a user'),
    post: {
      operationId: 'createPipeline',
      summary: "A new deal, the caller's",
      requestBody: body('PipelineInput'),
      responses: {
        201: pipeline('The new deal.', { Location: header('Its address.') }),
        ...SIGNED_OUT,
        ...BODY,
        ...WRITE,
      },
    },
  },
  '/api/pipelines/{id}': {
    parameters: PIPELINE_ID,
    get: {
      operationId: 'getPipeline',
      summary: 'A deal',
      responses: { 200: pipeline('The deal.', ETAG), ...SIGNED_OUT, ...HIDDEN },
    },
    put: {
      operationId: 'updatePipeline',
      summary: 'Change a deal',
      description:
        'Changes the keys that it carries: a missing key is untouched, null or an empty text clears, nothing at all is refused.',
      parameters: [
        {
          name: 'If-Match',
          in: 'header',
          description: 'The ETag of the deal that the edit builds on.',
          schema: { type: 'string' },
        },
      ],
      requestBody: body('PipelineChanges'),
      responses: {
        200: pipeline('The deal as it is now.', ETAG),
        ...SIGNED_OUT,
        ...HIDDEN,
        412: refusal('Someone else has changed it meanwhile.'),
        ...BODY,
        ...WRITE,
      },
    },
    delete: deleted('deletePipeline', 'Delete a deal with its evaluation'),
  },
  '/api/pipelines/{id}/evaluation': {
    parameters: PIPELINE_ID,
    get: {
      operationId: 'getEvaluation',
      summary: "A deal's evaluation; 404 while there is none",
      responses: { 200: answer('Evaluation', 'The evaluation.'), ...SIGNED_OUT, ...HIDDEN },
    },
    post: {
      operationId: 'saveEvaluation',
      summary: 'Overwrite the evaluation',
      description:
        'A criterion that is not sent is stored empty and counts as 5. A sent overallScore is ignored: the server computes it.',
      requestBody: body('EvaluationInput'),
      responses: {
        200: answer('Evaluation', 'The evaluation as it is now.'),
        ...SIGNED_OUT,
        ...HIDDEN,
        ...BODY,
        ...WRITE,
      },
    },
  },
  '/api/pipelines/export': {
    get: {
      operationId: 'exportPipelines',
      summary: 'The list as an Excel workbook',
      parameters: [
        ...FILTERS,
        {
          name: 'tz',
          in: 'cookie',
          description: 'The IANA time zone that moments are shown in.',
          schema: { type: 'string', default: 'UTC' },
        },
      ],
      responses: {
        200: {
          description: 'The workbook.',
          headers: { 'Content-Disposition': header('With the file name.') },
          content: {
            'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet': { schema: {} },
          },
        },
        ...SIGNED_OUT,
      },
    },
  },
  '/api/users': {
    get: {
      operationId: 'listOwners',
      summary: 'The owners of the deals that the caller may see',
      responses: { 200: list('Owner', 'By first name, else email.'), ...SIGNED_OUT },
    },
  },
  '/api/admin/users': {
    get: {
      operationId: 'listUsers',
      summary: 'Accounts, newest first',
      parameters: SLICE,
      responses: { 200: list('User', 'The accounts.', TOTAL), ...SIGNED_OUT, ...ADMIN_ONLY },
    },
    post: created('addUser', 'Create an approved account with role user', 'AddUser'),
  },
  '/api/admin/users/manager': {
    post: created('createManager', 'Create an approved account with role manager', 'CreateManager'),
  },
  '/api/admin/users/{id}': {
    parameters: USER_ID,
    delete: deleted('deleteUser', 'Delete an account with its deals'),
  },
  '/api/admin/users/{id}/group': {
    parameters: USER_ID,
    put: {
      operationId: 'changeGroup',
      summary: "Change an account's group",
      requestBody: body('ChangeGroup'),
      responses: {
        200: answer('User', 'The account as it is now.'),
        ...SIGNED_OUT,
        ...HIDDEN,
        ...BODY,
        ...WRITE,
      },
    },
  },
  '/api/admin/users/{id}/approve': {
    parameters: USER_ID,
    put: decided('approveUser', 'Approve a pending account'),
  },
  '/api/admin/users/{id}/reject': {
    parameters: USER_ID,
    put: decided('rejectUser', 'Reject a pending account'),
  },
  '/api/admin/pipelines': { get: staffOnly(listed('listAllPipelines', 'All deals')) },
  '/api/admin/pipelines/{id}': {
    parameters: PIPELINE_ID,
    delete: deleted('deleteAnyPipeline', 'Delete a deal with its evaluation'),
  },
};

function staffOnly(operation: Operation): Operation {
  return { ...operation, responses: { ...operation.responses, ...STAFF_ONLY } };
}
