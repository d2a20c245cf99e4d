import { requireApiAdmin } from '~/web/auth.server';
import { endpoint, readJson } from '~/web/request.server';
import { createManager } from '~/models/user/administer.server';
import { userJson } from '~/models/user/json';
import { CreateManager } from '~/models/user/schema';
import { refuseToken } from '~/web/token.server';
import { jsonAnswer } from '~/web/json.server';

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
