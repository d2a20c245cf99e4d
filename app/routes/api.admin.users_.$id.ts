import { deleteUser } from '~/domain/operations/trash/delete-users.server';
import { refuseTokens, userEndpoint } from '~/http/api/endpoint.server';
import { requireApiStaff } from '~/http/session/api-guards.server';

export const loader = userEndpoint(
  {
    DELETE: async (viewer, { params }) => {
      await deleteUser(viewer, params.id!);
      return { message: 'User deleted successfully' };
    },
  },
  refuseTokens(requireApiStaff),
);
export const action = loader;
