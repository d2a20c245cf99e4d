import {
  answer,
  BODY,
  body,
  deleted,
  HIDDEN,
  list,
  type PathItem,
  PIPELINE_ID,
  refusal,
  SIGNED_OUT,
  WRITE,
} from './parts.server';

const SHARE_ID = [
  ...PIPELINE_ID,
  { name: 'share', in: 'path', required: true, schema: { type: 'integer', minimum: 1 } },
];
const NOT_IN_CHARGE = {
  403: refusal('The caller is no more than a colleague on it, or their API token is read-only.'),
};

export const SHARE_PATHS: Record<string, PathItem> = {
  '/api/pipelines/{id}/shares': {
    parameters: PIPELINE_ID,
    get: {
      operationId: 'listShares',
      summary: 'The pages of a deal for outsiders, those that are there for longest first',
      responses: {
        200: list('Share', 'The pages, at most 100.'),
        ...SIGNED_OUT,
        ...HIDDEN,
        ...NOT_IN_CHARGE,
      },
    },
    post: {
      operationId: 'createShare',
      summary: 'Make a page that somebody without an account can read',
      requestBody: body('ShareInput'),
      responses: {
        201: answer('NewShare', 'The new page, with its address.'),
        ...SIGNED_OUT,
        ...HIDDEN,
        ...BODY,
        ...WRITE,
        ...NOT_IN_CHARGE,
      },
    },
  },
  '/api/pipelines/{id}/shares/{share}': {
    parameters: SHARE_ID,
    delete: deleted('endShare', 'End a page for an outsider'),
  },
};
