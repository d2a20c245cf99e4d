import { AddUser } from '~/domain/user/admin-schema';
import { addUser } from '~/domain/user/create.server';
import { userJson } from '~/domain/user/json';
import { countUsers, listUsers } from '~/domain/user/list.server';
import { endpoint } from '~/http/api/endpoint.server';
import { readJson } from '~/http/request/json.server';
import { parseLimitAndOffset } from '~/http/request/params.server';
import { respondWithJson, respondWithList } from '~/http/responses/json.server';
import { assertNoToken, requireApiAdmin, requireApiStaff } from '~/http/session/api-guards.server';

export const loader = endpoint({
  GET: async ({ request }) => {
    const viewer = await requireApiAdmin(request);
    const [rows, total] = await Promise.all([
      listUsers(viewer, {}, parseLimitAndOffset(new URL(request.url).searchParams)),
      countUsers(viewer),
    ]);
    return respondWithList(rows.map(userJson), total);
  },
  POST: async ({ request }) => {
    await assertNoToken(request);
    const viewer = await requireApiStaff(request);
    return respondWithJson(userJson(await addUser(viewer, await readJson(request, AddUser))), {
      status: 201,
    });
  },
});
export const action = loader;
