import { requireApiUser } from '~/web/auth.server';
import { endpoint } from '~/web/request.server';
import { userJson } from '~/models/user/json';
import { getUser } from '~/models/user/write.server';
import { refuseToken } from '~/web/token.server';

export const loader = endpoint({
  GET: async ({ request }) => {
    await refuseToken(request);
    const viewer = await requireApiUser(request);
    return Response.json(userJson(await getUser(viewer.id)));
  },
});
export const action = loader;
