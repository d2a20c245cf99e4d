import { requireApiUser } from '~/web/session/auth.server';
import { endpoint } from '~/web/forms/request.server';
import { jsonAnswer } from '~/web/http/json.server';
import { ownerJson } from '~/models/user/json';
import { listOwners } from '~/models/user/owners.server';

export const loader = endpoint({
  GET: async ({ request }) =>
    jsonAnswer((await listOwners(await requireApiUser(request))).map(ownerJson)),
});
export const action = loader;
