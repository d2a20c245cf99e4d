import {
  answer,
  BODY,
  body,
  HIDDEN,
  list,
  type PathItem,
  PIPELINE_ID,
  SIGNED_OUT,
  WRITE,
} from './parts.server';

export const STAGE_PATHS: Record<string, PathItem> = {
  '/api/stages': {
    get: {
      operationId: 'listStages',
      summary: 'The stages that a deal can be in, in their order',
      responses: { 200: list('Stage', 'Without retired ones.'), ...SIGNED_OUT },
    },
  },
  '/api/pipelines/{id}/decisions': {
    parameters: PIPELINE_ID,
    get: {
      operationId: 'listDecisions',
      summary: 'Each time that a deal was closed, and why; the newest first',
      responses: { 200: list('Decision', 'What was decided.'), ...SIGNED_OUT, ...HIDDEN },
    },
    post: {
      operationId: 'decide',
      summary: 'Move a deal to a stage of the kind won, lost or parked, and say why',
      description:
        'Where the fund asks for a reason, one has to be given. `PUT /api/pipelines/{id}` with such a stage closes the deal without reason and text.',
      requestBody: body('DecisionInput'),
      responses: {
        201: answer('Decision', 'What was decided.'),
        ...SIGNED_OUT,
        ...HIDDEN,
        ...BODY,
        ...WRITE,
      },
    },
  },
};
