import { createManager } from '~/models/user/administer.server';
import { userJson } from '~/models/user/json';
import { CreateManager } from '~/models/user/schema';
import { userEndpoint, withoutToken } from '~/web/api/endpoint.server';
import { readJson } from '~/web/forms/request.server';
import { jsonAnswer } from '~/web/http/json.server';
import { requireApiAdmin } from '~/web/session/auth.server';

export const loader = userEndpoint(
  {
    POST: async (viewer, { request }) => {
      const manager = await createManager(viewer, await readJson(request, CreateManager));
      return jsonAnswer(userJson(manager), { status: 201 });
    },
  },
  withoutToken(requireApiAdmin),
);
export const action = loader;
