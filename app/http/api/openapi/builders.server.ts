import { ANSWERS, BODIES } from './schemas.server';

export type Schema = Record<string, unknown>;
export interface Answer {
  description: string;
  headers?: Record<string, Schema>;
  content?: Record<string, { schema: Schema }>;
}
export type Answers = Record<number, Answer>;
export interface Operation {
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

export const buildRef = (name: keyof typeof BODIES | keyof typeof ANSWERS): Schema => ({
  $ref: `#/components/schemas/${name}`,
});
export const buildJsonContent = (schema: Schema) => ({ 'application/json': { schema } });
export const describeHeader = (
  description: string,
  schema: Schema = { type: 'string' },
): Schema => ({
  description,
  required: true,
  schema,
});

export const describeAnswer = (
  name: keyof typeof ANSWERS,
  description: string,
  headers?: Answer['headers'],
): Answer => ({ description, headers, content: buildJsonContent(buildRef(name)) });
export const describeError = (description: string, headers?: Answer['headers']) =>
  describeAnswer('Refusal', description, headers);
export const RETRY_AFTER = {
  'Retry-After': describeHeader('The number of seconds to wait before trying again.', {
    type: 'integer',
    minimum: 1,
  }),
};

export const SIGNED_OUT: Answers = {
  401: describeError('Nobody is signed in, or the API token is unknown or has expired.', {
    'WWW-Authenticate': describeHeader('Always Bearer.'),
  }),
  403: describeError('The caller must set up two-step login first.'),
};
export const BAD_TOKEN: Answers = {
  401: describeError('The API token sent is unknown or has expired.'),
};
/** API tokens cannot manage accounts. */
export const WITHOUT_TOKEN: Pick<Operation, 'security'> = { security: [{ session: [] }] };
const NOT_VISIBLE: Answers = {
  404: describeError('It does not exist, or the caller cannot see it.'),
};
export const BODY_ANSWERS: Answers = {
  400: describeError(
    'The body is not valid JSON or fails validation; errors lists each invalid field.',
  ),
  415: describeError('The body is not application/json.'),
};
export const MANAGERS_ONLY: Answers = {
  403: describeError(
    'The caller is only a colleague on the deal, or their API token is read-only.',
  ),
};
const BUSY_ANSWERS: Answers = {
  503: describeError(
    'The server is too busy at the moment, or the database is unavailable.',
    RETRY_AFTER,
  ),
};
export const WRITE_ANSWERS: Answers = {
  403: describeError(
    'The caller or their API token may not do this, or a browser sent the request from another site.',
  ),
  413: describeError('The body is over 1 MB.'),
  429: describeError('Too many writes within a minute.', RETRY_AFTER),
  ...BUSY_ANSWERS,
  507: describeError('The disk is full.', RETRY_AFTER),
};
export const READ_ANSWERS: Answers = { ...SIGNED_OUT, ...NOT_VISIBLE };
export const EMAIL_TAKEN: Answers = {
  409: describeError('An account with this email already exists.'),
};
export const TOO_OFTEN: Answers = { 429: describeError('Too many attempts.', RETRY_AFTER) };
export const TOO_MANY_EXPORTS: Answers = {
  429: describeError(
    "Two of the caller's exports are already running, or the caller requested too many.",
    RETRY_AFTER,
  ),
  ...BUSY_ANSWERS,
};
export const TOO_BROAD: Answers = {
  400: describeError('The search takes too long because there is too much text to search.'),
  429: describeError(
    "Four of the caller's searches or two of their exports are already running, or the caller requested too many.",
    RETRY_AFTER,
  ),
  ...BUSY_ANSWERS,
};
export const STAFF_ONLY: Answers = { 403: describeError('Only admins and managers may do this.') };
export const ADMIN_ONLY: Answers = { 403: describeError('Only admins may do this.') };

export const ETAG = { ETag: describeHeader('The version of the deal, for If-Match.') };
export const LOCATION = { Location: describeHeader('The address of what was created.') };
export const TOTAL_COUNT = {
  'X-Total-Count': describeHeader('The total number of results, regardless of limit and offset.', {
    type: 'integer',
    minimum: 0,
  }),
};
export const SET_SESSION = { 'Set-Cookie': describeHeader('The session cookie.') };
export const describeList = (
  of: keyof typeof ANSWERS,
  description: string,
  headers?: Answer['headers'],
): Answer => ({
  description,
  headers,
  content: buildJsonContent({ type: 'array', items: buildRef(of) }),
});

export const describeQueryParameter = (
  name: string,
  description: string,
  schema: Schema = { type: 'string' },
): Schema => ({ name, in: 'query', description, schema });
export const describeEnum = (values: readonly string[], otherwise?: string): Schema => ({
  type: 'string',
  enum: values,
  ...(otherwise && { default: otherwise }),
});
export const LIMIT_AND_OFFSET = [
  describeQueryParameter('limit', 'The maximum number of results. The default is all.', {
    type: 'integer',
    minimum: 0,
  }),
  describeQueryParameter('offset', 'The number of results to skip.', {
    type: 'integer',
    minimum: 0,
  }),
];

/** Describes a read that every signed-in user may do. */
export const describeOpenRead = (
  operationId: string,
  summary: string,
  found: Answer,
  more: Partial<Operation> = {},
): Operation => ({ operationId, summary, responses: { 200: found, ...SIGNED_OUT }, ...more });
/** Describes a read of a deal or one of its records. */
export const describeRead = (operationId: string, summary: string, found: Answer): Operation => ({
  operationId,
  summary,
  responses: { 200: found, ...READ_ANSWERS },
});
/** Describes the creation of a record that belongs to no deal. */
export const describeCreate = (
  operationId: string,
  summary: string,
  sent: keyof typeof BODIES,
  answers: Answers,
): Operation => ({
  operationId,
  summary,
  requestBody: { required: true, content: buildJsonContent(buildRef(sent)) },
  responses: { ...SIGNED_OUT, ...BODY_ANSWERS, ...WRITE_ANSWERS, ...answers },
});
/** Describes a change of a deal or one of its records. */
export const describeWrite = (
  operationId: string,
  summary: string,
  sent: keyof typeof BODIES,
  answers: Answers,
): Operation => describeCreate(operationId, summary, sent, { ...NOT_VISIBLE, ...answers });
export const describeDelete = (
  operationId: string,
  summary: string,
  answers: Answers = {},
): Operation => ({
  operationId,
  summary,
  responses: {
    200: describeAnswer('Message', 'Deleted.'),
    ...READ_ANSWERS,
    ...WRITE_ANSWERS,
    ...answers,
  },
});
