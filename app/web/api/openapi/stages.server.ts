import { answer, ID, list, type PathItem, read, SIGNED_OUT, write } from './parts.server';

export const STAGE_PATHS: Record<string, PathItem> = {
  '/api/stages': {
    get: {
      operationId: 'listStages',
      summary: 'The stages that a deal can be in, in their order',
      responses: { 200: list('Stage', 'Without retired ones.'), ...SIGNED_OUT },
    },
  },
  '/api/pipelines/{id}/decisions': {
    parameters: ID,
    get: read(
      'listDecisions',
      'Each time that a deal was closed, and why; the newest first',
      list('Decision', 'What was decided.'),
    ),
    post: write(
      'decide',
      'Move a deal to a stage of the kind won, lost or parked, and say why',
      'DecisionInput',
      { 201: answer('Decision', 'What was decided.') },
      'Where the fund asks for a reason, one has to be given. `PUT /api/pipelines/{id}` with such a stage closes the deal without reason and text.',
    ),
  },
};
