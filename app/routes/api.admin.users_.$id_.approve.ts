import { requireApiStaff } from '~/auth.server';
import { endpoint } from '~/http.server';
import { approveUser } from '~/models/account.server';
import { userJson } from '~/models/json';

export const loader = endpoint({
  PUT: async ({ request, params }) =>
    Response.json(userJson(await approveUser(await requireApiStaff(request), params.id!))),
});
export const action = loader;
