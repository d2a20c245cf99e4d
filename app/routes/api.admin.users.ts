import { refuseToken, requireApiAdmin, requireApiStaff } from '~/web/session/auth.server';
import { endpoint } from '~/web/api/endpoint.server';
import { readJson, readSlice } from '~/web/forms/request.server';
import { addUser } from '~/models/user/administer.server';
import { countUsers, listUsers } from '~/models/user/list.server';
import { userJson } from '~/models/user/json';
import { AddUser } from '~/models/user/schema';
import { jsonAnswer, listAnswer } from '~/web/http/json.server';

export const loader = endpoint({
  GET: async ({ request }) => {
    const viewer = await requireApiAdmin(request);
    const [rows, total] = await Promise.all([
      listUsers(viewer, {}, readSlice(new URL(request.url).searchParams)),
      countUsers(viewer),
    ]);
    return listAnswer(rows.map(userJson), total);
  },
  POST: async ({ request }) => {
    await refuseToken(request);
    const viewer = await requireApiStaff(request);
    return jsonAnswer(userJson(await addUser(viewer, await readJson(request, AddUser))), {
      status: 201,
    });
  },
});
export const action = loader;
