import {
  describeAnswer,
  describeDelete,
  describeEnum,
  describeError,
  describeList,
  describeOpenRead,
  describeQueryParameter,
  describeRead,
  LOCATION,
  type PathItem,
  RETRY_AFTER,
  type Schema,
  SIGNED_OUT,
  WRITE_ANSWERS,
} from './builders.server';

const BYTES = { type: 'string', format: 'binary' };
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
