import { ChangeGroup } from '~/domain/user/admin-schema';
import { changeGroup } from '~/domain/user/group.server';
import { userJson } from '~/domain/user/json';
import { refuseTokens, userEndpoint } from '~/http/api/endpoint.server';
import { readJson } from '~/http/request/json.server';
import { requireApiAdmin } from '~/http/session/api-guards.server';

export const loader = userEndpoint(
  {
    PUT: async (viewer, { request, params }) => {
      const { group } = await readJson(request, ChangeGroup);
      return userJson(await changeGroup(viewer, params.id!, group));
    },
  },
  refuseTokens(requireApiAdmin),
);
export const action = loader;
