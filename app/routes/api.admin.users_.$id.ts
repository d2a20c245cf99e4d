import { requireApiStaff } from '~/web/auth.server';
import { endpoint } from '~/web/request.server';
import { deleteUser } from '~/models/user/administer.server';
import { refuseToken } from '~/web/token.server';

export const loader = endpoint({
  DELETE: async ({ request, params }) => {
    await refuseToken(request);
    await deleteUser(await requireApiStaff(request), params.id!);
    return Response.json({ message: 'User deleted successfully' });
  },
});
export const action = loader;
