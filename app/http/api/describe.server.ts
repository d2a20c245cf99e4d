import { z } from 'zod';

/** A JSON schema. A zod schema in it becomes a reference in the document. */
export type Schema = Record<string, unknown>;
export interface Answer {
  description: string;
  headers?: Record<string, Schema>;
  content?: Content;
}
export type Answers = Record<number, Answer>;
export type Content = Record<string, { schema: Schema | z.ZodType }>;

export const ErrorAnswer = z.object({
  message: z.string(),
  errors: z
    .array(z.object({ path: z.string(), message: z.string() }))
    .describe(
      'One entry for each invalid field. path names the field; entries of a list are named by their position.',
    )
    .optional(),
  id: z
    .string()
    .describe('The reference of the request in the server log. Only with status 500.')
    .optional(),
});

export const MessageAnswer = z.object({ message: z.string() });

export const describeJson = (schema: Schema | z.ZodType): Content => ({
  'application/json': { schema },
});
export const describeHeader = (
  description: string,
  schema: Schema = { type: 'string' },
): Schema => ({ description, required: true, schema });

export const describeAnswer = (
  schema: z.ZodType,
  description: string,
  headers?: Answer['headers'],
): Answer => ({ description, headers, content: describeJson(schema) });
export const describeList = (
  item: z.ZodType,
  description: string,
  headers?: Answer['headers'],
): Answer => ({ description, headers, content: describeJson({ type: 'array', items: item }) });
export const describeError = (description: string, headers?: Answer['headers']) =>
  describeAnswer(ErrorAnswer, description, headers);
export const DELETED: Answers = { 200: describeAnswer(MessageAnswer, 'Deleted.') };

export const BYTES: Schema = { type: 'string', format: 'binary' };
export const describeFileForm = (file: Schema): Content => ({
  'multipart/form-data': {
    schema: { type: 'object', properties: { file }, required: ['file'] },
  },
});

export const describeVersionTag = (noun: string) => ({
  ETag: describeHeader(`The version of the ${noun}, for If-Match.`),
});
export const LOCATION = { Location: describeHeader('The address of what was created.') };
export const TOTAL_COUNT = {
  'X-Total-Count': describeHeader('The total number of results, regardless of limit and offset.', {
    type: 'integer',
    minimum: 0,
  }),
};
export const RETRY_AFTER = {
  'Retry-After': describeHeader('The number of seconds to wait before trying again.', {
    type: 'integer',
    minimum: 1,
  }),
};
export const SET_SESSION = { 'Set-Cookie': describeHeader('The session cookie.') };

export const BUSY_ANSWERS: Answers = {
  503: describeError(
    'The server is too busy at the moment, or the database is unavailable.',
    RETRY_AFTER,
  ),
};
export const MANAGERS_ONLY: Answers = {
  403: describeError(
    'The caller is only a collaborator on the deal, or their API token is read-only.',
  ),
};
export const STAFF_ONLY: Answers = { 403: describeError('Only admins and managers may do this.') };
export const ADMIN_ONLY: Answers = { 403: describeError('Only admins may do this.') };
export const BAD_TOKEN: Answers = {
  401: describeError('The API token sent is unknown or has expired.'),
};
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

export const RANGE: Schema = {
  name: 'Range',
  in: 'header',
  description: 'The range of bytes to return.',
  schema: { type: 'string' },
};

function describeBytes(description: string): Answer {
  return {
    description,
    headers: { ETag: describeHeader('The SHA-256 of the bytes, for If-None-Match and If-Range.') },
    content: { '*/*': { schema: BYTES } },
  };
}

export const DOWNLOAD_ANSWERS: Answers = {
  200: describeBytes('The bytes of the file.'),
  206: describeBytes('The bytes in the requested range.'),
  304: { description: 'The ETag matches `If-None-Match`.' },
  412: describeError('The ETag does not match `If-Match`.'),
  416: describeError('The requested range begins after the end of the file.'),
};
