import { deleteDeal } from '~/domain/operations/trash/delete.server';
import { apiRoute, NUMBER } from '~/http/api/api-route.server';
import { DELETED } from '~/http/api/describe.server';

export const loader = apiRoute({
  path: '/api/admin/pipelines/{id}',
  params: { id: NUMBER },
  DELETE: {
    operationId: 'deleteAnyPipeline',
    summary: 'Delete a deal and its evaluation',
    access: 'staff',
    answers: DELETED,
    handler: async ({ viewer, params }) => {
      await deleteDeal(viewer, params.id);
      return { message: 'Pipeline deleted successfully' };
    },
  },
});
export const action = loader;
