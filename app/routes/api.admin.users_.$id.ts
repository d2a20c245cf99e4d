import { deleteUser } from '~/domain/operations/trash/delete-users.server';
import { apiRoute, TEXT } from '~/http/api/api-route.server';
import { DELETED } from '~/http/api/describe.server';

export const loader = apiRoute({
  path: '/api/admin/users/{id}',
  params: { id: TEXT },
  DELETE: {
    operationId: 'deleteUser',
    summary: 'Delete an account and its deals',
    access: 'staff',
    refusesTokens: true,
    answers: DELETED,
    handler: async ({ viewer, params }) => {
      await deleteUser(viewer, params.id);
      return { message: 'User deleted successfully' };
    },
  },
});
export const action = loader;
