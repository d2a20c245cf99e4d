import { requireApiAdmin } from '~/web/auth.server';
import { endpoint, readJson } from '~/web/request.server';
import { createManager } from '~/models/user/administer.server';
import { userJson } from '~/models/user/json';
import { CreateManager } from '~/models/user/schema';
import { refuseToken } from '~/web/token.server';

export const loader = endpoint({
  POST: async ({ request }) => {
    await refuseToken(request);
    const viewer = await requireApiAdmin(request);
    return Response.json(
      userJson(await createManager(viewer, await readJson(request, CreateManager))),
      { status: 201 },
    );
  },
});
export const action = loader;
