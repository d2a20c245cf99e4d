import { ownerJson } from '~/domain/user/json';
import { listOwners } from '~/domain/user/owners.server';
import { userEndpoint } from '~/http/api/endpoint.server';

export const loader = userEndpoint({
  GET: async (viewer) => (await listOwners(viewer)).map(ownerJson),
});
export const action = loader;
