import {
  answer,
  ID,
  inQuery,
  list,
  LOCATION,
  type PathItem,
  read,
  READ,
  refusal,
  RETRY_AFTER,
  SIGNED_OUT,
  WRITE,
} from './parts.server';

const YES_OR_NO = { type: 'string', enum: ['true', 'false'] };
const choice = (values: string[]) => ({ type: 'string', enum: values, default: values[0] });

const OPTIONS = [
  inQuery('dryRun', 'true: answers what would be done, and nothing is written or kept.', {
    ...YES_OR_NO,
    default: 'false',
  }),
  inQuery(
    'onDuplicate',
    'A row without Reference whose company is there already: fill its empty fields, skip the row, or create a second deal.',
    choice(['fill', 'skip', 'create']),
  ),
  inQuery(
    'onConflict',
    'A field that was changed since the export as well: leave it as it is stored, or overwrite it. The other fields of the row are written.',
    choice(['skip', 'overwrite']),
  ),
  inQuery(
    'onError',
    'Rows with errors: refuse the whole file, or leave these rows out.',
    choice(['refuse', 'skip']),
  ),
  inQuery(
    'dayFirst',
    'Whether 3/4/2026 is in April; needed only where no date of the column says whether the day or the month is first.',
    YES_OR_NO,
  ),
];
const FILE = { type: 'string', format: 'binary', description: 'At most 10 MB and 20,000 rows.' };

export const IMPORT_PATHS: Record<string, PathItem> = {
  '/api/pipelines/import': {
    post: {
      operationId: 'importPipelines',
      summary: 'Deals from an .xlsx, .csv or .tsv file',
      description:
        'Columns go to fields by their headers: those of the export, the names of the fields, or usual words. All rows are written or none. The export is the template: a row with its Reference changes that deal, and only in the cells that were edited.',
      parameters: OPTIONS,
      requestBody: {
        required: true,
        content: {
          'multipart/form-data': {
            schema: { type: 'object', properties: { file: FILE }, required: ['file'] },
          },
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
    get: {
      operationId: 'listImports',
      summary: "The caller's imports, for staff also those of others that were done",
      responses: { 200: list('Import', 'The latest 1,000, the latest first.'), ...SIGNED_OUT },
    },
  },
  '/api/imports/{id}': {
    parameters: ID,
    get: read('getImport', 'An import', answer('Import', 'The import.')),
    delete: {
      operationId: 'undoImport',
      summary: 'Undo an import, for its importer and admins',
      description:
        'Deletes the deals that it created and reverts what it changed, except where somebody has changed it since.',
      responses: {
        200: answer('Undo', 'What was reverted, and what was kept and why.'),
        ...READ,
        ...WRITE,
        409: refusal('It was undone already, or nothing was imported yet.'),
      },
    },
  },
};
