import { requireApiUser } from '~/web/auth.server';
import { endpoint } from '~/web/request.server';
import { userJson } from '~/models/user/json';
import { getUser } from '~/models/user/write.server';
import { refuseToken } from '~/web/token.server';
import { jsonAnswer } from '~/web/json.server';

export const loader = endpoint({
  GET: async ({ request }) => {
    await refuseToken(request);
    const viewer = await requireApiUser(request);
    return jsonAnswer(userJson(await getUser(viewer.id)));
  },
});
export const action = loader;
