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
    'Whether to answer only what the import would do, without writing or keeping anything.',
    oneOf(['true', 'false'], 'false'),
  ),
  inQuery(
    'onDuplicate',
    "What to do with a row without a Reference whose company already has a deal: fill the deal's empty fields, skip the row, or create a second deal.",
    oneOf(['fill', 'skip', 'create'], 'fill'),
  ),
  inQuery(
    'onConflict',
    'What to do with a field that has also been changed here since the export: keep the stored value, or overwrite it. The other fields of the row are written either way.',
    oneOf(['skip', 'overwrite'], 'skip'),
  ),
  inQuery(
    'onError',
    'What to do if rows have errors: refuse the whole file, or skip those rows.',
    oneOf(['refuse', 'skip'], 'refuse'),
  ),
  inQuery(
    'onCell',
    'What to do with a cell that is no value of its field: refuse its row, as onError says, or import the row without it. The answer names these cells.',
    oneOf(['refuse', 'skip'], 'refuse'),
  ),
  inQuery(
    'dayFirst',
    'Whether 3/4/2026 means 3 April. Only needed if the dates in a column do not show whether the day or the month comes first.',
    oneOf(['true', 'false']),
  ),
];

/** What takes files: those of a deal, and imports. */
export const UPLOAD_PATHS: Record<string, PathItem> = {
  '/api/pipelines/{id}/files': {
    get: {
      ...read(
        'listFiles',
        'List the files of a deal, in the order they were added',
        list('File', 'The files.', TOTAL),
      ),
      parameters: SLICE,
    },
    post: {
      operationId: 'addFiles',
      summary: 'Add files. If one is refused, none is added',
      requestBody: { required: true, content: formWith({ type: 'array', items: BYTES }) },
      responses: {
        201: {
          description:
            'The new file, or a list in the order of the parts if several files were sent.',
          content: json({ anyOf: [ref('File'), { type: 'array', items: ref('File') }] }),
        },
        ...READ,
        ...WRITE,
        400: refusal(
          'No file was sent, the form was incomplete, or the deal already has 1,000 files.',
        ),
        413: refusal(
          "A file is over 50 MB or the deal's files are over 500 MB in total, unless the server is configured with other limits.",
        ),
        415: refusal('The body is not multipart/form-data.'),
        429: refusal(
          "Six of the caller's uploads are already running, or there were too many writes within a minute.",
          RETRY_AFTER,
        ),
      },
    },
  },
  '/api/pipelines/{id}/files/{file}': {
    get: {
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
      responses: {
        200: bytes('The bytes of the file.'),
        206: bytes('The bytes in the requested range.'),
        304: { description: 'The ETag matches `If-None-Match`.' },
        412: refusal('The ETag does not match `If-Match`.'),
        416: refusal('The requested range begins after the end of the file.'),
        ...READ,
      },
    },
    delete: deleted('deleteFile', 'Delete a file'),
  },
  '/api/pipelines/import': {
    post: {
      operationId: 'importPipelines',
      summary: 'Import deals from an .xlsx, .csv or .tsv file',
      description:
        'Columns are matched to fields by their headers: those of the export, the names of the fields, or common words for them. Either all rows are written or none. An export can be edited and imported again: a row with a Reference changes that deal, and only where its cells were edited.',
      parameters: IMPORT_OPTIONS,
      requestBody: {
        required: true,
        content: {
          ...formWith({ ...BYTES, description: 'A file of at most 10 MB and 20,000 rows.' }),
          'text/csv': { schema: { type: 'string' } },
          'text/tab-separated-values': { schema: { type: 'string' } },
        },
      },
      responses: {
        200: answer('ImportPreview', 'What the import would do (dry run).'),
        201: answer('ImportDone', 'What the import did.', LOCATION),
        ...SIGNED_OUT,
        ...WRITE,
        400: refusal(
          'The file or a parameter is not valid. errors lists the invalid cells by address.',
        ),
        409: refusal('Deals were changed in the meantime. Nothing was imported.'),
        413: refusal('The file is over 10 MB.'),
        415: refusal('The body is neither multipart/form-data nor separated values.'),
        429: refusal(
          "One of the caller's imports is already running, or there were too many writes within a minute.",
          RETRY_AFTER,
        ),
      },
    },
  },
  '/api/imports': {
    get: shown(
      'listImports',
      "List the caller's imports. Staff also see the completed imports of others",
      list('Import', 'The latest 1,000 imports, newest first.'),
    ),
  },
  '/api/imports/{id}': {
    get: read('getImport', 'Get an import', answer('Import', 'The import.')),
    delete: {
      ...deleted('undoImport', 'Undo an import. Only its importer and admins may do this', {
        200: answer('Undo', 'What was reverted, and what was kept and why.'),
        409: refusal('The import has already been undone, or nothing has been imported yet.'),
      }),
      description:
        'Deletes the deals that the import created and reverts what it changed, except where someone has changed it since.',
    },
  },
};
