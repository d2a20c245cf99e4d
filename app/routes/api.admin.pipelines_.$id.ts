import { deletePipeline } from '~/models/trash/delete.server';
import { rowEndpoint } from '~/web/api/endpoint.server';
import { requireApiStaff } from '~/web/session/auth.server';

export const loader = rowEndpoint(
  {
    DELETE: async (viewer, id) => {
      await deletePipeline(viewer, id);
      return { message: 'Pipeline deleted successfully' };
    },
  },
  requireApiStaff,
);
export const action = loader;
