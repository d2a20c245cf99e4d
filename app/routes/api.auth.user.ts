import { requireApiUser } from '~/web/session/auth.server';
import { endpoint } from '~/web/forms/request.server';
import { userJson } from '~/models/user/json';
import { getUser } from '~/models/user/write.server';
import { refuseToken } from '~/web/session/token.server';
import { jsonAnswer } from '~/web/http/json.server';

export const loader = endpoint({
  GET: async ({ request }) => {
    await refuseToken(request);
    const viewer = await requireApiUser(request);
    return jsonAnswer(userJson(await getUser(viewer.id)));
  },
});
export const action = loader;
