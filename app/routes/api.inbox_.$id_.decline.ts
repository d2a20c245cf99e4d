import { DeclineInput } from '~/domain/inbox/accept-schema';
import { declineInboxItem } from '~/domain/inbox/decide.server';
import { apiRoute, NUMBER } from '~/http/api/api-route.server';
import { DECIDED, readInboxItemJson } from '~/http/api/inbox.server';

export const loader = apiRoute({
  path: '/api/inbox/{id}/decline',
  params: { id: NUMBER },
  POST: {
    operationId: 'declineInboxItem',
    summary: 'Decline an item. Nothing is mailed',
    body: DeclineInput,
    isBodyOptional: true,
    answers: DECIDED,
    handler: async ({ viewer, params, body }) => {
      await declineInboxItem(viewer, params.id, body);
      return readInboxItemJson(viewer, params.id);
    },
  },
});
export const action = loader;
