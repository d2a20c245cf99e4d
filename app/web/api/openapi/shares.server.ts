import {
  answer,
  body,
  CHANGED,
  deleted,
  ID,
  list,
  partOf,
  type PathItem,
  READ,
  refusal,
} from './parts.server';

const NOT_IN_CHARGE = {
  403: refusal('The caller is no more than a colleague on it, or their API token is read-only.'),
};

export const SHARE_PATHS: Record<string, PathItem> = {
  '/api/pipelines/{id}/shares': {
    parameters: ID,
    get: {
      operationId: 'listShares',
      summary: 'The pages of a deal for outsiders, those that are there for longest first',
      responses: {
        200: list('Share', 'The pages, at most 100.'),
        ...READ,
        ...NOT_IN_CHARGE,
      },
    },
    post: {
      operationId: 'createShare',
      summary: 'Make a page that somebody without an account can read',
      requestBody: body('ShareInput'),
      responses: {
        201: answer('NewShare', 'The new page, with its address.'),
        ...CHANGED,
        ...NOT_IN_CHARGE,
      },
    },
  },
  '/api/pipelines/{id}/shares/{share}': {
    parameters: partOf('share'),
    delete: deleted('endShare', 'End a page for an outsider'),
  },
};
