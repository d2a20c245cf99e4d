import { requireApiStaff } from '~/web/auth.server';
import { endpoint } from '~/web/request.server';
import { rejectUser } from '~/models/user/administer.server';
import { userJson } from '~/models/user/json';

export const loader = endpoint({
  PUT: async ({ request, params }) =>
    Response.json(userJson(await rejectUser(await requireApiStaff(request), params.id!))),
});
export const action = loader;
