import { reopenInboxItem } from '~/domain/operations/inbox/reopen.server';
import { apiRoute, NUMBER } from '~/http/api/api-route.server';
import { describeError } from '~/http/api/describe.server';
import { DECIDED, readInboxItemJson } from '~/http/api/inbox.server';

export const loader = apiRoute({
  path: '/api/inbox/{id}/reopen',
  params: { id: NUMBER },
  POST: {
    operationId: 'reopenInboxItem',
    summary: 'Make an item pending again',
    description: 'The unchanged deal of an accepted item goes to the trash.',
    answers: {
      ...DECIDED,
      409: describeError('The item is pending, or its deal has been changed since.'),
    },
    handler: async ({ viewer, params }) => {
      await reopenInboxItem(viewer, params.id);
      return readInboxItemJson(viewer, params.id);
    },
  },
});
export const action = loader;
