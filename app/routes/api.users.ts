import { ownerJson } from '~/models/user/json';
import { listOwners } from '~/models/user/owners.server';
import { userEndpoint } from '~/web/api/endpoint.server';

export const loader = userEndpoint({
  GET: async (viewer) => (await listOwners(viewer)).map(ownerJson),
});
export const action = loader;
