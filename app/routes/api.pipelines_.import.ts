import { ImportDone, ImportOptions, ImportPreview } from '~/domain/import/record/json.server';
import { dryRunImport, importInOneRequest } from '~/domain/import/single-request.server';
import { parseInput } from '~/errors';
import { apiRoute } from '~/http/api/api-route.server';
import {
  BYTES,
  describeAnswer,
  describeEnum,
  describeError,
  describeFileForm,
  describeQueryParameter,
  LOCATION,
  RETRY_AFTER,
} from '~/http/api/describe.server';
import { receiveImport } from '~/http/forms/receive-import.server';
import { respondWithCreated } from '~/http/responses/json.server';

const OPTIONS = [
  describeQueryParameter(
    'dryRun',
    'Whether to answer only what the import would do, without writing or keeping anything.',
    describeEnum(['true', 'false'], 'false'),
  ),
  describeQueryParameter(
    'onDuplicate',
    "What to do with a row without a Reference whose company already has a deal: fill the deal's empty fields, update all fields that differ, skip the row, or create a second deal.",
    describeEnum(['fill', 'update', 'skip', 'create'], 'fill'),
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
    'What to do with a cell that does not match its field: refuse its row, as onError says, or import the row without it. The answer names these cells.',
    describeEnum(['refuse', 'skip'], 'refuse'),
  ),
  describeQueryParameter(
    'values',
    'Which values the texts of a column stand for, as JSON: {"Stage": {"Passed - team": "Passed"}}. null leaves the cell empty. Also taken as a field of the form.',
    { type: 'string' },
  ),
  describeQueryParameter(
    'dayFirst',
    'Whether 3/4/2026 means 3 April. Only needed if the dates in a column do not show whether the day or the month comes first.',
    describeEnum(['true', 'false']),
  ),
];

export const loader = apiRoute({
  path: '/api/pipelines/import',
  POST: {
    operationId: 'importPipelines',
    summary: 'Import deals from an .xlsx, .csv or .tsv file',
    description:
      'Columns are matched to fields by their headers: those of the export, the names of the fields, or common words for them. Either all rows are written or none. An export can be edited and imported again: a row with a Reference changes that deal, and only where its cells were edited.',
    parameters: OPTIONS,
    upload: {
      ...describeFileForm({ ...BYTES, description: 'A file of at most 10 MB and 20,000 rows.' }),
      'text/csv': { schema: { type: 'string' } },
      'text/tab-separated-values': { schema: { type: 'string' } },
    },
    answers: {
      200: describeAnswer(ImportPreview, 'What the import would do (dry run).'),
      201: describeAnswer(ImportDone, 'What the import did.', LOCATION),
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
    handler: async ({ viewer, request }) => {
      const { searchParams } = new URL(request.url);
      const options = parseInput(ImportOptions, Object.fromEntries(searchParams));
      const skipsCells = options.onCell === 'skip' || options.values !== undefined;
      const staged = await receiveImport(request, viewer, { isLoose: skipsCells });
      options.values ??= staged.values;
      if (options.dryRun === 'true') return dryRunImport(viewer, staged, options);
      const imported = await importInOneRequest(viewer, staged, options);
      return respondWithCreated(imported, `/api/imports/${imported.id}`);
    },
  },
});
export const action = loader;
