import {
  answer,
  deleted,
  header,
  inQuery,
  json,
  list,
  LOCATION,
  oneOf,
  type PathItem,
  read,
  READ,
  ref,
  refusal,
  RETRY_AFTER,
  type Schema,
  shown,
  SIGNED_OUT,
  SLICE,
  TOTAL,
  WRITE,
} from './parts.server';

const BYTES = { type: 'string', format: 'binary' };
const bytes = (description: string) => ({
  description,
  headers: { ETag: header('The SHA-256 of the bytes, for If-None-Match and If-Range.') },
  content: { '*/*': { schema: BYTES } },
});
const formWith = (file: Schema) => ({
  'multipart/form-data': {
    schema: { type: 'object', properties: { file }, required: ['file'] },
  },
});

const IMPORT_OPTIONS = [
  inQuery(
    'dryRun',
    'true: answers what would be done, and nothing is written or kept.',
    oneOf(['true', 'false'], 'false'),
  ),
  inQuery(
    'onDuplicate',
    'A row without Reference whose company is there already: fill its empty fields, skip the row, or create a second deal.',
    oneOf(['fill', 'skip', 'create'], 'fill'),
  ),
  inQuery(
    'onConflict',
    'A field that was changed since the export as well: leave it as it is stored, or overwrite it. The other fields of the row are written.',
    oneOf(['skip', 'overwrite'], 'skip'),
  ),
  inQuery(
    'onError',
    'Rows with errors: refuse the whole file, or leave these rows out.',
    oneOf(['refuse', 'skip'], 'refuse'),
  ),
  inQuery(
    'dayFirst',
    'Whether 3/4/2026 is in April; needed only where no date of the column says whether the day or the month is first.',
    oneOf(['true', 'false']),
  ),
];

/** What takes files: those of a deal, and imports. */
export const UPLOAD_PATHS: Record<string, PathItem> = {
  '/api/pipelines/{id}/files': {
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
      requestBody: { required: true, content: formWith({ type: 'array', items: BYTES }) },
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
    get: {
      operationId: 'getFile',
      summary: 'A file, as a download',
      parameters: [
        {
          name: 'Range',
          in: 'header',
          description: 'A part of the bytes.',
          schema: { type: 'string' },
        },
      ],
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
  '/api/pipelines/import': {
    post: {
      operationId: 'importPipelines',
      summary: 'Deals from an .xlsx, .csv or .tsv file',
      description:
        'Columns go to fields by their headers: those of the export, the names of the fields, or usual words. All rows are written or none. The export is the template: a row with its Reference changes that deal, and only in the cells that were edited.',
      parameters: IMPORT_OPTIONS,
      requestBody: {
        required: true,
        content: {
          ...formWith({ ...BYTES, description: 'At most 10 MB and 20,000 rows.' }),
          'text/csv': { schema: { type: 'string' } },
          'text/tab-separated-values': { schema: { type: 'string' } },
        },
      },
      responses: {
        200: answer('ImportPreview', 'What would be done, for a dry run.'),
        201: answer('ImportDone', 'What was done.', LOCATION),
        ...SIGNED_OUT,
        ...WRITE,
        400: refusal(
          'The file or a parameter does not fit; errors has the wrong cells, by their address.',
        ),
        409: refusal('Deals were changed meanwhile. Nothing was imported.'),
        413: refusal('The file is over 10 MB.'),
        415: refusal('The body is neither multipart/form-data nor separated values.'),
        429: refusal('An import of the caller is running, or too many writes.', RETRY_AFTER),
      },
    },
  },
  '/api/imports': {
    get: shown(
      'listImports',
      "The caller's imports, for staff also those of others that were done",
      list('Import', 'The latest 1,000, the latest first.'),
    ),
  },
  '/api/imports/{id}': {
    get: read('getImport', 'An import', answer('Import', 'The import.')),
    delete: {
      ...deleted('undoImport', 'Undo an import, for its importer and admins', {
        200: answer('Undo', 'What was reverted, and what was kept and why.'),
        409: refusal('It was undone already, or nothing was imported yet.'),
      }),
      description:
        'Deletes the deals that it created and reverts what it changed, except where somebody has changed it since.',
    },
  },
};
