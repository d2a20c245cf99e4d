import { requireApiStaff } from '~/web/session/auth.server';
import { endpoint } from '~/web/forms/request.server';
import { refuseToken } from '~/web/session/token.server';
import { jsonAnswer } from '~/web/http/json.server';
import { deleteUser } from '~/models/trash/delete-users.server';

export const loader = endpoint({
  DELETE: async ({ request, params }) => {
    await refuseToken(request);
    await deleteUser(await requireApiStaff(request), params.id!);
    return jsonAnswer({ message: 'User deleted successfully' });
  },
});
export const action = loader;
