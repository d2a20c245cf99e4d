import { approveUser } from '~/domain/user/approve.server';
import { userJson } from '~/domain/user/json';
import { refuseTokens, userEndpoint } from '~/http/api/endpoint.server';
import { requireApiStaff } from '~/http/session/api-guards.server';

export const loader = userEndpoint(
  { PUT: async (viewer, { params }) => userJson(await approveUser(viewer, params.id!)) },
  refuseTokens(requireApiStaff),
);
export const action = loader;
