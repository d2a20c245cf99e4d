import { getUser } from '~/domain/user/get.server';
import { userJson } from '~/domain/user/json';
import { refuseTokens, userEndpoint } from '~/http/api/endpoint.server';
import { requireApiUser } from '~/http/session/api-guards.server';

export const loader = userEndpoint(
  { GET: async ({ id }) => userJson(await getUser(id)) },
  refuseTokens(requireApiUser),
);
export const action = loader;
