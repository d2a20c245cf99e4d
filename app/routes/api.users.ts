import { requireApiUser } from '~/auth.server';
import { endpoint } from '~/http.server';
import { ownerJson } from '~/models/json';
import { listOwners } from '~/models/user.server';

export const loader = endpoint({
  GET: async ({ request }) =>
    Response.json((await listOwners(await requireApiUser(request))).map(ownerJson)),
});
export const action = loader;
