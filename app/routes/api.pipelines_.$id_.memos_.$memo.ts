import { getMemoDocument } from '~/domain/memo/list.server';
import { apiRoute, NUMBER } from '~/http/api/api-route.server';
import { respondWithMemo } from '~/http/responses/memo.server';

export const loader = apiRoute({
  path: '/api/pipelines/{id}/memos/{memo}',
  params: { id: NUMBER, memo: NUMBER },
  GET: {
    operationId: 'getMemo',
    summary: 'Get a frozen memo as a page without scripts: the same bytes every time',
    answers: {
      200: {
        description: 'The document. Its SHA-256 is the `sha256` of the memo.',
        content: { 'text/html': { schema: { type: 'string' } } },
      },
    },
    handler: async ({ viewer, params, ...args }) =>
      respondWithMemo(args, await getMemoDocument(viewer, params.id, params.memo)),
  },
});
export const action = loader;
