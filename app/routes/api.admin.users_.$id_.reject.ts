import { requireApiStaff } from '~/auth.server';
import { endpoint } from '~/http.server';
import { rejectUser } from '~/models/account.server';
import { userJson } from '~/models/json';

export const loader = endpoint({
  PUT: async ({ request, params }) =>
    Response.json(userJson(await rejectUser(await requireApiStaff(request), params.id!))),
});
export const action = loader;
