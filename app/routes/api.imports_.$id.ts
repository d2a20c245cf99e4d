import { undoImport } from '~/domain/import/apply/undo.server';
import { getImport } from '~/domain/import/record/get.server';
import {
  ImportAnswer,
  serializeImport,
  serializeUndo,
  UndoAnswer,
} from '~/domain/import/record/json.server';
import { apiRoute, NUMBER } from '~/http/api/api-route.server';
import { describeAnswer, describeError } from '~/http/api/describe.server';

export const loader = apiRoute({
  path: '/api/imports/{id}',
  params: { id: NUMBER },
  GET: {
    operationId: 'getImport',
    summary: 'Get an import',
    answers: { 200: describeAnswer(ImportAnswer, 'The import.') },
    handler: async ({ viewer, params }) => serializeImport(await getImport(viewer, params.id)),
  },
  DELETE: {
    operationId: 'undoImport',
    summary: 'Undo an import. Only its importer and admins may do this',
    description:
      'Deletes the deals that the import created and reverts what it changed, except where someone has changed it since.',
    answers: {
      200: describeAnswer(UndoAnswer, 'What was reverted, and what was kept and why.'),
      409: describeError('The import has already been undone, or nothing has been imported yet.'),
    },
    handler: async ({ viewer, params }) => serializeUndo(await undoImport(viewer, params.id)),
  },
});
export const action = loader;
