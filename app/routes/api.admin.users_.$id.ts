import { deleteUser } from '~/models/trash/delete-users.server';
import { userEndpoint, withoutToken } from '~/web/api/endpoint.server';
import { requireApiStaff } from '~/web/session/auth.server';

export const loader = userEndpoint(
  {
    DELETE: async (viewer, { params }) => {
      await deleteUser(viewer, params.id!);
      return { message: 'User deleted successfully' };
    },
  },
  withoutToken(requireApiStaff),
);
export const action = loader;
