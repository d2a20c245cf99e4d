import { requireApiUser } from '~/web/auth.server';
import { endpoint } from '~/web/request.server';
import { jsonAnswer } from '~/web/json.server';
import { ownerJson } from '~/models/user/json';
import { listOwners } from '~/models/user/owners.server';

export const loader = endpoint({
  GET: async ({ request }) =>
    jsonAnswer((await listOwners(await requireApiUser(request))).map(ownerJson)),
});
export const action = loader;
