import { JunkInput } from '~/domain/inbox/accept-schema';
import { junkInboxItem } from '~/domain/inbox/decide.server';
import { apiRoute, NUMBER } from '~/http/api/api-route.server';
import { DECIDED, readInboxItemJson } from '~/http/api/inbox.server';

export const loader = apiRoute({
  path: '/api/inbox/{id}/junk',
  params: { id: NUMBER },
  POST: {
    operationId: 'junkInboxItem',
    summary: 'Move an item to the junk',
    body: JunkInput,
    isBodyOptional: true,
    answers: DECIDED,
    handler: async ({ viewer, params, body }) => {
      await junkInboxItem(viewer, params.id, { blocksSender: body.blockSender });
      return readInboxItemJson(viewer, params.id);
    },
  },
});
export const action = loader;
