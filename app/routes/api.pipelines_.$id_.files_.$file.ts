import { ATTACHMENT_RULES, getAttachment } from '~/domain/attachment/list.server';
import { removeDealRecord } from '~/domain/deal/edit-record.server';
import { apiRoute, NUMBER } from '~/http/api/api-route.server';
import { BYTES, DELETED, describeError, describeHeader } from '~/http/api/describe.server';
import { respondWithFile } from '~/http/responses/file.server';

export const loader = apiRoute({
  path: '/api/pipelines/{id}/files/{file}',
  params: { id: NUMBER, file: NUMBER },
  GET: {
    operationId: 'getFile',
    summary: 'Download a file',
    parameters: [
      {
        name: 'Range',
        in: 'header',
        description: 'The range of bytes to return.',
        schema: { type: 'string' },
      },
    ],
    answers: {
      200: describeBytes('The bytes of the file.'),
      206: describeBytes('The bytes in the requested range.'),
      304: { description: 'The ETag matches `If-None-Match`.' },
      412: describeError('The ETag does not match `If-Match`.'),
      416: describeError('The requested range begins after the end of the file.'),
    },
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

function describeBytes(description: string) {
  return {
    description,
    headers: { ETag: describeHeader('The SHA-256 of the bytes, for If-None-Match and If-Range.') },
    content: { '*/*': { schema: BYTES } },
  };
}
