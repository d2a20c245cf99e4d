import { CreateManager } from '~/domain/user/admin-schema';
import { createManager } from '~/domain/user/create.server';
import { userJson } from '~/domain/user/json';
import { refuseTokens, userEndpoint } from '~/http/api/endpoint.server';
import { readJson } from '~/http/request/json.server';
import { respondWithJson } from '~/http/responses/json.server';
import { requireApiAdmin } from '~/http/session/api-guards.server';

export const loader = userEndpoint(
  {
    POST: async (viewer, { request }) => {
      const manager = await createManager(viewer, await readJson(request, CreateManager));
      return respondWithJson(userJson(manager), { status: 201 });
    },
  },
  refuseTokens(requireApiAdmin),
);
export const action = loader;
