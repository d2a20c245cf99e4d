import { body, CHANGED, ID, list, type PathItem, READ, refusal } from './parts.server';

export const MEMBER_PATHS: Record<string, PathItem> = {
  '/api/pipelines/{id}/members': {
    parameters: ID,
    get: {
      operationId: 'listMembers',
      summary: 'The colleagues on a deal, by name',
      responses: { 200: list('Member', 'The colleagues.'), ...READ },
    },
    put: {
      operationId: 'setMembers',
      summary: 'Say who is on a deal',
      description:
        "They see, edit and evaluate it and write notes. The owner's own id is left out.",
      requestBody: body('MembersInput'),
      responses: {
        200: list('Member', 'The colleagues as they are now.'),
        ...CHANGED,
        403: refusal(
          'The caller is no more than a colleague on it, or their API token is read-only.',
        ),
      },
    },
  },
};
