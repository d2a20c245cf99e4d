import { InboxItemAnswer } from '~/domain/inbox/json';
import { apiRoute, NUMBER } from '~/http/api/api-route.server';
import { describeAnswer } from '~/http/api/describe.server';
import { readInboxItemJson, TRIAGE_ONLY } from '~/http/api/inbox.server';

export const loader = apiRoute({
  path: '/api/inbox/{id}',
  params: { id: NUMBER },
  GET: {
    operationId: 'getInboxItem',
    summary: 'Get an item of the inbox',
    answers: { ...TRIAGE_ONLY, 200: describeAnswer(InboxItemAnswer, 'The item.') },
    handler: ({ viewer, params }) => readInboxItemJson(viewer, params.id),
  },
});
export const action = loader;
