import {
  buildJsonContent,
  buildRef,
  describeAnswer,
  describeDelete,
  describeEnum,
  describeError,
  describeHeader,
  describeList,
  describeOpenRead,
  describeQueryParameter,
  describeRead,
  LIMIT_AND_OFFSET,
  LOCATION,
  type PathItem,
  READ_ANSWERS,
  RETRY_AFTER,
  type Schema,
  SIGNED_OUT,
  TOTAL_COUNT,
  WRITE_ANSWERS,
} from './builders.server';

const BYTES = { type: 'string', format: 'binary' };
const describeBytes = (description: string) => ({
  description,
  headers: { ETag: describeHeader('The SHA-256 of the bytes, for If-None-Match and If-Range.') },
  content: { '*/*': { schema: BYTES } },
});
const describeForm = (file: Schema) => ({
  'multipart/form-data': {
    schema: { type: 'object', properties: { file }, required: ['file'] },
  },
});

const IMPORT_OPTIONS = [
  describeQueryParameter(
    'dryRun',
    'Whether to answer only what the import would do, without writing or keeping anything.',
    describeEnum(['true', 'false'], 'false'),
  ),
  describeQueryParameter(
    'onDuplicate',
    "What to do with a row without a Reference whose company already has a deal: fill the deal's empty fields, skip the row, or create a second deal.",
    describeEnum(['fill', 'skip', 'create'], 'fill'),
  ),
  describeQueryParameter(
    'onConflict',
    'What to do with a field that has also been changed here since the export: keep the stored value, or overwrite it. The other fields of the row are written either way.',
    describeEnum(['skip', 'overwrite'], 'skip'),
  ),
  describeQueryParameter(
    'onError',
    'What to do if rows have errors: refuse the whole file, or skip those rows.',
    describeEnum(['refuse', 'skip'], 'refuse'),
  ),
  describeQueryParameter(
    'onCell',
    'What to do with a cell that is no value of its field: refuse its row, as onError says, or import the row without it. The answer names these cells.',
    describeEnum(['refuse', 'skip'], 'refuse'),
  ),
  describeQueryParameter(
    'dayFirst',
    'Whether 3/4/2026 means 3 April. Only needed if the dates in a column do not show whether the day or the month comes first.',
    describeEnum(['true', 'false']),
  ),
];

export const UPLOAD_PATHS: Record<string, PathItem> = {
  '/api/pipelines/{id}/files': {
    get: {
      ...describeRead(
        'listFiles',
        'List the files of a deal, in the order they were added',
        describeList('File', 'The files.', TOTAL_COUNT),
      ),
      parameters: LIMIT_AND_OFFSET,
    },
    post: {
      operationId: 'addFiles',
      summary: 'Add files. If one is refused, none is added',
      requestBody: { required: true, content: describeForm({ type: 'array', items: BYTES }) },
      responses: {
        201: {
          description:
            'The new file, or a list in the order of the parts if several files were sent.',
          content: buildJsonContent({
            anyOf: [buildRef('File'), { type: 'array', items: buildRef('File') }],
          }),
        },
        ...READ_ANSWERS,
        ...WRITE_ANSWERS,
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
        200: describeBytes('The bytes of the file.'),
        206: describeBytes('The bytes in the requested range.'),
        304: { description: 'The ETag matches `If-None-Match`.' },
        412: describeError('The ETag does not match `If-Match`.'),
        416: describeError('The requested range begins after the end of the file.'),
        ...READ_ANSWERS,
      },
    },
    delete: describeDelete('deleteFile', 'Delete a file'),
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
          ...describeForm({ ...BYTES, description: 'A file of at most 10 MB and 20,000 rows.' }),
          'text/csv': { schema: { type: 'string' } },
          'text/tab-separated-values': { schema: { type: 'string' } },
        },
      },
      responses: {
        200: describeAnswer('ImportPreview', 'What the import would do (dry run).'),
        201: describeAnswer('ImportDone', 'What the import did.', LOCATION),
        ...SIGNED_OUT,
        ...WRITE_ANSWERS,
        400: describeError(
          'The file or a parameter is not valid. errors lists the invalid cells by address.',
        ),
        409: describeError('Deals were changed in the meantime. Nothing was imported.'),
        413: describeError('The file is over 10 MB.'),
        415: describeError('The body is neither multipart/form-data nor separated values.'),
        429: describeError(
          "One of the caller's imports is already running, or there were too many writes within a minute.",
          RETRY_AFTER,
        ),
      },
    },
  },
  '/api/imports': {
    get: describeOpenRead(
      'listImports',
      "List the caller's imports. Staff also see the completed imports of others",
      describeList('Import', 'The latest 1,000 imports, newest first.'),
    ),
  },
  '/api/imports/{id}': {
    get: describeRead('getImport', 'Get an import', describeAnswer('Import', 'The import.')),
    delete: {
      ...describeDelete('undoImport', 'Undo an import. Only its importer and admins may do this', {
        200: describeAnswer('Undo', 'What was reverted, and what was kept and why.'),
        409: describeError('The import has already been undone, or nothing has been imported yet.'),
      }),
      description:
        'Deletes the deals that the import created and reverts what it changed, except where someone has changed it since.',
    },
  },
};
