import { GROUPINGS } from '~/models/insights/groups';
import { answer, inQuery, type PathItem, SIGNED_OUT } from './parts.server';

export const INSIGHTS_PATHS: Record<string, PathItem> = {
  '/api/insights': {
    get: {
      operationId: 'getInsights',
      summary: 'How far deals came, and how long they stood in each stage',
      description:
        'Of all deals for staff, of those that they see for users; filtered by the parameters of /api/pipelines.',
      parameters: [
        inQuery('by', 'What the deals are grouped by; an unknown value counts as month.', {
          type: 'string',
          enum: GROUPINGS,
          default: 'month',
        }),
      ],
      responses: {
        200: answer('Insights', 'The groups in the order of their names.'),
        ...SIGNED_OUT,
      },
    },
  },
};
