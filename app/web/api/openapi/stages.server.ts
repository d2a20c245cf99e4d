import { answer, body, CHANGED, ID, list, type PathItem, READ, SIGNED_OUT } from './parts.server';

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
    get: {
      operationId: 'listDecisions',
      summary: 'Each time that a deal was closed, and why; the newest first',
      responses: { 200: list('Decision', 'What was decided.'), ...READ },
    },
    post: {
      operationId: 'decide',
      summary: 'Move a deal to a stage of the kind won, lost or parked, and say why',
      description:
        'Where the fund asks for a reason, one has to be given. `PUT /api/pipelines/{id}` with such a stage closes the deal without reason and text.',
      requestBody: body('DecisionInput'),
      responses: {
        201: answer('Decision', 'What was decided.'),
        ...CHANGED,
      },
    },
  },
};
