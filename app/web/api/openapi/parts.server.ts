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

export const ref = (name: keyof typeof BODIES | keyof typeof ANSWERS): Schema => ({
  $ref: `#/components/schemas/${name}`,
});
export const json = (schema: Schema) => ({ 'application/json': { schema } });
export const header = (description: string, schema: Schema = { type: 'string' }): Schema => ({
  description,
  required: true,
  schema,
});

export const answer = (
  name: keyof typeof ANSWERS,
  description: string,
  headers?: Answer['headers'],
): Answer => ({ description, headers, content: json(ref(name)) });
export const refusal = (description: string, headers?: Answer['headers']) =>
  answer('Refusal', description, headers);
export const RETRY_AFTER = {
  'Retry-After': header('The number of seconds to wait before trying again.', {
    type: 'integer',
    minimum: 1,
  }),
};

export const SIGNED_OUT: Answers = {
  401: refusal('Nobody is signed in, or the API token is unknown or has expired.', {
    'WWW-Authenticate': header('Always Bearer.'),
  }),
  403: refusal('The caller must set up two-step login first.'),
};
export const BAD_TOKEN: Answers = {
  401: refusal('The API token sent is unknown or has expired.'),
};
/** For operations on accounts, where API tokens are refused. */
export const WITHOUT_TOKEN: Pick<Operation, 'security'> = { security: [{ session: [] }] };
const HIDDEN: Answers = { 404: refusal('It does not exist, or the caller cannot see it.') };
export const BODY: Answers = {
  400: refusal('The body is not valid JSON or fails validation; errors lists each invalid field.'),
  415: refusal('The body is not application/json.'),
};
export const NOT_IN_CHARGE: Answers = {
  403: refusal('The caller is only a colleague on the deal, or their API token is read-only.'),
};
const BUSY: Answers = {
  503: refusal(
    'The server is too busy at the moment, or the database is unavailable.',
    RETRY_AFTER,
  ),
};
export const WRITE: Answers = {
  403: refusal(
    'The caller or their API token may not do this, or a browser sent the request from another site.',
  ),
  413: refusal('The body is over 1 MB.'),
  429: refusal('Too many writes within a minute.', RETRY_AFTER),
  ...BUSY,
  507: refusal('The disk is full.', RETRY_AFTER),
};
/** The answers of requests that read a deal or a part of it. */
export const READ: Answers = { ...SIGNED_OUT, ...HIDDEN };
export const EMAIL_TAKEN: Answers = { 409: refusal('An account with this email already exists.') };
export const TOO_OFTEN: Answers = { 429: refusal('Too many attempts.', RETRY_AFTER) };
export const TOO_MANY_EXPORTS: Answers = {
  429: refusal(
    "Two of the caller's exports are already running, or the caller requested too many.",
    RETRY_AFTER,
  ),
  ...BUSY,
};
export const TOO_BROAD: Answers = {
  400: refusal('The search takes too long because there is too much text to search.'),
  429: refusal(
    "Four of the caller's searches or two of their exports are already running, or the caller requested too many.",
    RETRY_AFTER,
  ),
  ...BUSY,
};
export const STAFF_ONLY: Answers = { 403: refusal('Only admins and managers may do this.') };
export const ADMIN_ONLY: Answers = { 403: refusal('Only admins may do this.') };

export const ETAG = { ETag: header('The version of the deal, for If-Match.') };
export const LOCATION = { Location: header('The address of what was created.') };
export const TOTAL = {
  'X-Total-Count': header('The total number of results, regardless of limit and offset.', {
    type: 'integer',
    minimum: 0,
  }),
};
export const SET_SESSION = { 'Set-Cookie': header('The session cookie.') };
export const list = (
  of: keyof typeof ANSWERS,
  description: string,
  headers?: Answer['headers'],
): Answer => ({ description, headers, content: json({ type: 'array', items: ref(of) }) });

export const inQuery = (
  name: string,
  description: string,
  schema: Schema = { type: 'string' },
): Schema => ({ name, in: 'query', description, schema });
/** One of these texts. */
export const oneOf = (values: readonly string[], otherwise?: string): Schema => ({
  type: 'string',
  enum: values,
  ...(otherwise && { default: otherwise }),
});
export const SLICE = [
  inQuery('limit', 'The maximum number of results. The default is all.', {
    type: 'integer',
    minimum: 0,
  }),
  inQuery('offset', 'The number of results to skip.', { type: 'integer', minimum: 0 }),
];

/** What everybody who is signed in may read. */
export const shown = (
  operationId: string,
  summary: string,
  found: Answer,
  more: Partial<Operation> = {},
): Operation => ({ operationId, summary, responses: { 200: found, ...SIGNED_OUT }, ...more });
/** Reads what belongs to a deal, or a deal itself. */
export const read = (operationId: string, summary: string, found: Answer): Operation => ({
  operationId,
  summary,
  responses: { 200: found, ...READ },
});
/** Makes what belongs to no deal. */
export const create = (
  operationId: string,
  summary: string,
  sent: keyof typeof BODIES,
  answers: Answers,
): Operation => ({
  operationId,
  summary,
  requestBody: { required: true, content: json(ref(sent)) },
  responses: { ...SIGNED_OUT, ...BODY, ...WRITE, ...answers },
});
/** Adds or changes what belongs to a deal, or a deal itself. */
export const write = (
  operationId: string,
  summary: string,
  sent: keyof typeof BODIES,
  answers: Answers,
  description?: string,
): Operation => ({
  ...create(operationId, summary, sent, { ...HIDDEN, ...answers }),
  description,
});
export const deleted = (
  operationId: string,
  summary: string,
  answers: Answers = {},
): Operation => ({
  operationId,
  summary,
  responses: { 200: answer('Message', 'Deleted.'), ...READ, ...WRITE, ...answers },
});
