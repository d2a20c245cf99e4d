import {
  deleted,
  header,
  ID,
  json,
  list,
  partOf,
  type PathItem,
  read,
  READ,
  ref,
  refusal,
  RETRY_AFTER,
  SLICE,
  TOTAL,
  WRITE,
} from './parts.server';

const BYTES = { type: 'string', format: 'binary' };
const RANGE = {
  name: 'Range',
  in: 'header',
  description: 'A part of the bytes.',
  schema: { type: 'string' },
};
const bytes = (description: string) => ({
  description,
  headers: { ETag: header('The SHA-256 of the bytes, for If-None-Match and If-Range.') },
  content: { '*/*': { schema: BYTES } },
});

export const FILE_PATHS: Record<string, PathItem> = {
  '/api/pipelines/{id}/files': {
    parameters: ID,
    get: {
      ...read(
        'listFiles',
        'The files of a deal, as they were added',
        list('File', 'The files.', TOTAL),
      ),
      parameters: SLICE,
    },
    post: {
      operationId: 'addFiles',
      summary: 'Add files, all or none',
      requestBody: {
        required: true,
        content: {
          'multipart/form-data': {
            schema: {
              type: 'object',
              properties: { file: { type: 'array', items: BYTES } },
              required: ['file'],
            },
          },
        },
      },
      responses: {
        201: {
          description: 'The new file; a list, in the order of the parts, where there were several.',
          content: json({ anyOf: [ref('File'), { type: 'array', items: ref('File') }] }),
        },
        ...READ,
        ...WRITE,
        400: refusal('There is no file, the form ended early, or the deal has 1,000 files.'),
        413: refusal('A file is over 50 MB, or those of the deal over 500 MB, or as configured.'),
        415: refusal('The body is not multipart/form-data.'),
        429: refusal('Six uploads of the caller are running, or too many writes.', RETRY_AFTER),
      },
    },
  },
  '/api/pipelines/{id}/files/{file}': {
    parameters: partOf('file'),
    get: {
      operationId: 'getFile',
      summary: 'A file, as a download',
      parameters: [RANGE],
      responses: {
        200: bytes('The bytes.'),
        206: bytes('The part that `Range` asks for.'),
        304: { description: '`If-None-Match` has the ETag.' },
        412: refusal('`If-Match` does not have the ETag.'),
        416: refusal('`Range` begins after the end.'),
        ...READ,
      },
    },
    delete: deleted('deleteFile', 'Delete a file'),
  },
};
