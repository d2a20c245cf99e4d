import { requireApiAdmin } from '~/web/session/auth.server';
import { endpoint, readJson } from '~/web/forms/request.server';
import { changeGroup } from '~/models/user/administer.server';
import { userJson } from '~/models/user/json';
import { ChangeGroup } from '~/models/user/schema';
import { refuseToken } from '~/web/session/token.server';
import { jsonAnswer } from '~/web/http/json.server';

export const loader = endpoint({
  PUT: async ({ request, params }) => {
    await refuseToken(request);
    const viewer = await requireApiAdmin(request);
    const { group } = await readJson(request, ChangeGroup);
    return jsonAnswer(userJson(await changeGroup(viewer, params.id!, group)));
  },
});
export const action = loader;
