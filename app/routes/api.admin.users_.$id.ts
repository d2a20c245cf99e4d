import { requireApiStaff } from '~/auth.server';
import { endpoint } from '~/http.server';
import { deleteUser } from '~/models/account.server';

export const loader = endpoint({
  DELETE: async ({ request, params }) => {
    await deleteUser(await requireApiStaff(request), params.id!);
    return Response.json({ message: 'User deleted successfully' });
  },
});
export const action = loader;
