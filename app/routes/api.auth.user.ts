import { userJson } from '~/models/user/json';
import { getUser } from '~/models/user/login.server';
import { userEndpoint, withoutToken } from '~/web/api/endpoint.server';
import { requireApiUser } from '~/web/session/auth.server';

export const loader = userEndpoint(
  { GET: async ({ id }) => userJson(await getUser(id)) },
  withoutToken(requireApiUser),
);
export const action = loader;
