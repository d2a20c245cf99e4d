import { requireApiStaff } from '~/web/session/auth.server';
import { endpoint } from '~/web/forms/request.server';
import { rejectUser } from '~/models/user/administer.server';
import { userJson } from '~/models/user/json';
import { refuseToken } from '~/web/session/token.server';
import { jsonAnswer } from '~/web/http/json.server';

export const loader = endpoint({
  PUT: async ({ request, params }) => {
    await refuseToken(request);
    const viewer = await requireApiStaff(request);
    return jsonAnswer(userJson(await rejectUser(viewer, params.id!)));
  },
});
export const action = loader;
