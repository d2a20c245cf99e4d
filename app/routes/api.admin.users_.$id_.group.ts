import { changeGroup } from '~/models/user/administer.server';
import { userJson } from '~/models/user/json';
import { ChangeGroup } from '~/models/user/schema';
import { userEndpoint, withoutToken } from '~/web/api/endpoint.server';
import { readJson } from '~/web/forms/request.server';
import { requireApiAdmin } from '~/web/session/auth.server';

export const loader = userEndpoint(
  {
    PUT: async (viewer, { request, params }) => {
      const { group } = await readJson(request, ChangeGroup);
      return userJson(await changeGroup(viewer, params.id!, group));
    },
  },
  withoutToken(requireApiAdmin),
);
export const action = loader;
