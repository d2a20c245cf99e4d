import { ATTACHMENT_RULES, getAttachment } from '~/domain/attachment/list.server';
import { removeDealRecord } from '~/domain/deal/edit-record.server';
import { apiRoute, NUMBER } from '~/http/api/api-route.server';
import { DELETED, DOWNLOAD_ANSWERS, RANGE } from '~/http/api/describe.server';
import { respondWithFile } from '~/http/responses/file.server';

export const loader = apiRoute({
  path: '/api/pipelines/{id}/files/{file}',
  params: { id: NUMBER, file: NUMBER },
  GET: {
    operationId: 'getFile',
    summary: 'Download a file',
    parameters: [RANGE],
    answers: DOWNLOAD_ANSWERS,
    handler: async ({ viewer, params, ...args }) =>
      respondWithFile(args, await getAttachment(viewer, params.id, params.file)),
  },
  DELETE: {
    operationId: 'deleteFile',
    summary: 'Delete a file',
    answers: DELETED,
    handler: async ({ viewer, params }) => {
      await removeDealRecord(ATTACHMENT_RULES, viewer, params.id, params.file);
      return { message: 'File deleted successfully' };
    },
  },
});
export const action = loader;
