import { requireApiAdmin } from '~/web/session/auth.server';
import { endpoint, readJson } from '~/web/forms/request.server';
import { createManager } from '~/models/user/administer.server';
import { userJson } from '~/models/user/json';
import { CreateManager } from '~/models/user/schema';
import { refuseToken } from '~/web/session/token.server';
import { jsonAnswer } from '~/web/http/json.server';

export const loader = endpoint({
  POST: async ({ request }) => {
    await refuseToken(request);
    const viewer = await requireApiAdmin(request);
    return jsonAnswer(
      userJson(await createManager(viewer, await readJson(request, CreateManager))),
      { status: 201 },
    );
  },
});
export const action = loader;
