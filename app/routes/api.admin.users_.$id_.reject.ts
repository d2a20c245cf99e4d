import { rejectUser } from '~/models/user/administer.server';
import { userJson } from '~/models/user/json';
import { userEndpoint, withoutToken } from '~/web/api/endpoint.server';
import { requireApiStaff } from '~/web/session/auth.server';

export const loader = userEndpoint(
  { PUT: async (viewer, { params }) => userJson(await rejectUser(viewer, params.id!)) },
  withoutToken(requireApiStaff),
);
export const action = loader;
