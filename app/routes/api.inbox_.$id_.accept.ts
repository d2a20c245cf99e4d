import { acceptInboxItem } from '~/domain/inbox/accept.server';
import { AcceptInput } from '~/domain/inbox/accept-schema';
import { AcceptedAnswer } from '~/domain/inbox/json';
import { apiRoute, NUMBER } from '~/http/api/api-route.server';
import { describeAnswer, describeError } from '~/http/api/describe.server';
import { DECIDED } from '~/http/api/inbox.server';
import { respondWithJson } from '~/http/responses/json.server';

export const loader = apiRoute({
  path: '/api/inbox/{id}/accept',
  params: { id: NUMBER },
  POST: {
    operationId: 'acceptInboxItem',
    summary: 'Make a deal of an item, or add it to a deal',
    description:
      'The deal gets the contact, the files and one note with the text. Required custom fields may be missing.',
    body: AcceptInput,
    isBodyOptional: true,
    answers: {
      ...DECIDED,
      200: describeAnswer(AcceptedAnswer, 'The item was added to the deal.'),
      201: describeAnswer(AcceptedAnswer, 'The new deal.'),
      413: describeError("The body is over 1 MB, or the deal's files are over 500 MB in total."),
    },
    handler: async ({ viewer, params, body }) => {
      const { dealId, isNew } = await acceptInboxItem(viewer, params.id, body);
      return respondWithJson({ pipelineId: dealId }, { status: isNew ? 201 : 200 });
    },
  },
});
export const action = loader;
