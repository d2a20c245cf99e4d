import { splitMerge } from '~/domain/operations/merge/split.server';
import { apiRoute, NUMBER } from '~/http/api/api-route.server';
import { DELETED, describeError } from '~/http/api/describe.server';

export const loader = apiRoute({
  path: '/api/pipelines/{id}/merge/{merge}',
  params: { id: NUMBER, merge: NUMBER },
  DELETE: {
    operationId: 'splitMerge',
    summary: 'Split two merged deals',
    description:
      'Each deal is as it was before the merge. Anything changed or added since stays on the deal where it is.',
    answers: {
      ...DELETED,
      403: describeError('The caller is only a collaborator on the deal, or may not do this.'),
      409: describeError(
        'The deals have already been split, the 30 days have passed, or one of the deals has been deleted.',
      ),
    },
    handler: async ({ viewer, params }) => {
      await splitMerge(viewer, params.id, params.merge);
      return { message: 'Deals split successfully' };
    },
  },
});
export const action = loader;
