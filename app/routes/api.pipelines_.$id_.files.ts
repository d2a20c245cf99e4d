import { AttachmentAnswer, toAttachmentJson } from '~/domain/attachment/json';
import { countAttachments, getAttachment, listAttachments } from '~/domain/attachment/list.server';
import { apiRoute, NUMBER } from '~/http/api/api-route.server';
import {
  BYTES,
  describeError,
  describeFileForm,
  describeJson,
  describeList,
  LIMIT_AND_OFFSET,
  RETRY_AFTER,
  TOTAL_COUNT,
} from '~/http/api/describe.server';
import { receiveAttachments } from '~/http/forms/receive-attachments.server';
import { parseLimitAndOffset } from '~/http/request/params.server';
import { respondWithCreated, respondWithJson, respondWithList } from '~/http/responses/json.server';

export const loader = apiRoute({
  path: '/api/pipelines/{id}/files',
  params: { id: NUMBER },
  GET: {
    operationId: 'listFiles',
    summary: 'List the files of a deal, in the order they were added',
    parameters: LIMIT_AND_OFFSET,
    answers: { 200: describeList(AttachmentAnswer, 'The files.', TOTAL_COUNT) },
    handler: async ({ viewer, params, request }) => {
      const slice = parseLimitAndOffset(new URL(request.url).searchParams);
      const files = await listAttachments(viewer, params.id, slice);
      return respondWithList(files.map(toAttachmentJson), await countAttachments(params.id));
    },
  },
  POST: {
    operationId: 'addFiles',
    summary: 'Add files. If one is refused, none is added',
    upload: describeFileForm({ type: 'array', items: BYTES }),
    answers: {
      201: {
        description:
          'The new file, or a list in the order of the parts if several files were sent.',
        content: describeJson({
          anyOf: [AttachmentAnswer, { type: 'array', items: AttachmentAnswer }],
        }),
      },
      400: describeError(
        'No file was sent, the form was incomplete, or the deal already has 1,000 files.',
      ),
      413: describeError(
        "A file is over 50 MB or the deal's files are over 500 MB in total, unless the server is configured with other limits.",
      ),
      415: describeError('The body is not multipart/form-data.'),
      429: describeError(
        "Six of the caller's uploads are already running, or there were too many writes within a minute.",
        RETRY_AFTER,
      ),
    },
    handler: async ({ viewer, params, request }) => {
      const ids = await receiveAttachments(request, viewer, params.id);
      const added = await Promise.all(ids.map((id) => getAttachment(viewer, params.id, id)));
      const files = added.map(toAttachmentJson);
      return files.length === 1
        ? respondWithCreated(files[0], `/api/pipelines/${params.id}/files/${ids[0]}`)
        : respondWithJson(files, { status: 201 });
    },
  },
});
export const action = loader;
