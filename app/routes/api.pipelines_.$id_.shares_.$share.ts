import { endShare } from '~/domain/share/end.server';
import { apiRoute, NUMBER } from '~/http/api/api-route.server';
import { DELETED } from '~/http/api/describe.server';

export const loader = apiRoute({
  path: '/api/pipelines/{id}/shares/{share}',
  params: { id: NUMBER, share: NUMBER },
  DELETE: {
    operationId: 'endShare',
    summary: 'End a shared page',
    answers: DELETED,
    handler: async ({ viewer, params }) => {
      await endShare(viewer, params.id, params.share);
      return { message: 'Share ended' };
    },
  },
});
export const action = loader;
