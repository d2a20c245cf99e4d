import { OwnerAnswer, ownerJson } from '~/domain/user/json';
import { listOwners } from '~/domain/user/owners.server';
import { apiRoute } from '~/http/api/api-route.server';
import { describeList } from '~/http/api/describe.server';

export const loader = apiRoute({
  path: '/api/users',
  GET: {
    operationId: 'listOwners',
    summary: 'List the owners of the deals that the caller may see',
    answers: {
      200: describeList(OwnerAnswer, 'The owners, by first name, or by email where there is none.'),
    },
    handler: async ({ viewer }) => (await listOwners(viewer)).map(ownerJson),
  },
});
export const action = loader;
