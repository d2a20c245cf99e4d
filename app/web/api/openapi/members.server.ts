import {
  BODY,
  body,
  HIDDEN,
  list,
  type PathItem,
  PIPELINE_ID,
  refusal,
  SIGNED_OUT,
  WRITE,
} from './parts.server';

export const MEMBER_PATHS: Record<string, PathItem> = {
  '/api/pipelines/{id}/members': {
    parameters: PIPELINE_ID,
    get: {
      operationId: 'listMembers',
      summary: 'The colleagues on a deal, by name',
      responses: { 200: list('Member', 'The colleagues.'), ...SIGNED_OUT, ...HIDDEN },
    },
    put: {
      operationId: 'setMembers',
      summary: 'Say who is on a deal',
      description:
        "They see, edit and evaluate it and write notes. The owner's own id is left out.",
      requestBody: body('MembersInput'),
      responses: {
        200: list('Member', 'The colleagues as they are now.'),
        ...SIGNED_OUT,
        ...HIDDEN,
        ...BODY,
        ...WRITE,
        403: refusal(
          'The caller is no more than a colleague on it, or their API token is read-only.',
        ),
      },
    },
  },
};
