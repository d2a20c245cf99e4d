import { toAttachmentJson } from '~/domain/attachment/json';
import { listAttachmentsByIds } from '~/domain/attachment/list.server';
import { addEmail } from '~/domain/email/add.server';
import { AddedEmailAnswer } from '~/domain/email/json';
import { apiRoute, NUMBER } from '~/http/api/api-route.server';
import { BYTES, describeAnswer, describeError, RETRY_AFTER } from '~/http/api/describe.server';
import { EMAIL_TYPE, receiveEmail } from '~/http/forms/receive-email.server';
import { respondWithJson } from '~/http/responses/json.server';

export const loader = apiRoute({
  path: '/api/pipelines/{id}/emails',
  params: { id: NUMBER },
  POST: {
    operationId: 'addEmail',
    summary: 'Add an email as a note, with its files and its sender as a contact',
    upload: { [EMAIL_TYPE]: { schema: BYTES } },
    answers: {
      200: describeAnswer(AddedEmailAnswer, 'The deal already had an email with this Message-ID.'),
      201: describeAnswer(AddedEmailAnswer, 'The email was added.'),
      400: describeError('The body is not an email, or it is too complicated to read.'),
      413: describeError(
        "The email is over 30 MB or the deal's files are over 500 MB in total, unless the server is configured with other limits.",
      ),
      415: describeError('The body is not message/rfc822.'),
      429: describeError(
        "Six of the caller's uploads are already running, or there were too many writes within a minute.",
        RETRY_AFTER,
      ),
    },
    handler: async ({ viewer, params, request }) => {
      const { isNew, files, ...email } = await receiveEmail(request, viewer, (email) =>
        addEmail(viewer, params.id, email),
      );
      const attachments = await listAttachmentsByIds(viewer, params.id, files);
      return respondWithJson(
        { ...email, files: attachments.map(toAttachmentJson) },
        { status: isNew ? 201 : 200 },
      );
    },
  },
});
export const action = loader;
