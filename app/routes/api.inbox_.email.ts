import { addInboxEmail, assertHasContents } from '~/domain/inbox/add-email.server';
import { InboxItemAnswer, KnownInboxItemAnswer } from '~/domain/inbox/json';
import { canTriage } from '~/domain/intake/settings.server';
import { apiRoute } from '~/http/api/api-route.server';
import {
  BYTES,
  describeAnswer,
  describeError,
  describeJson,
  LOCATION,
  RETRY_AFTER,
} from '~/http/api/describe.server';
import { readInboxItemJson, respondWithNewItem } from '~/http/api/inbox.server';
import { EMAIL_TYPE, receiveEmail } from '~/http/forms/receive-email.server';

export const loader = apiRoute({
  path: '/api/inbox/email',
  POST: {
    operationId: 'addInboxEmail',
    summary: 'Put an email into the inbox, for a colleague to decide on',
    upload: { [EMAIL_TYPE]: { schema: BYTES } },
    answers: {
      200: {
        description:
          'The inbox already had an email with this Message-ID. Callers who cannot see the inbox get only its id and state.',
        content: describeJson({ anyOf: [InboxItemAnswer, KnownInboxItemAnswer] }),
      },
      201: describeAnswer(InboxItemAnswer, 'The new item.', LOCATION),
      400: describeError('The body is not an email, has no text, or is too complicated to read.'),
      413: describeError('The email is over 30 MB, unless the server has another limit.'),
      415: describeError('The body is not message/rfc822.'),
      429: describeError(
        "Six of the caller's uploads are already running, or there were too many writes within a minute.",
        RETRY_AFTER,
      ),
    },
    handler: async ({ viewer, request }) => {
      const added = await receiveEmail(request, viewer, async (email) => {
        assertHasContents(email);
        return addInboxEmail(viewer, email);
      });
      const { id, state, isNew } = added;
      if (isNew) return respondWithNewItem(viewer, id);
      return (await canTriage(viewer)) ? readInboxItemJson(viewer, id) : { id, state };
    },
  },
});
export const action = loader;
