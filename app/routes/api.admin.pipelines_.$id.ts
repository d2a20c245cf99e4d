import { deleteDeal } from '~/domain/operations/trash/delete.server';
import { rowEndpoint } from '~/http/api/endpoint.server';
import { requireApiStaff } from '~/http/session/api-guards.server';

export const loader = rowEndpoint(
  {
    DELETE: async (viewer, id) => {
      await deleteDeal(viewer, id);
      return { message: 'Pipeline deleted successfully' };
    },
  },
  requireApiStaff,
);
export const action = loader;
