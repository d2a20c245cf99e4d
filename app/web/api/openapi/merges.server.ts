import { answer, body, CHANGED, deleted, ID, partOf, type PathItem, refusal } from './parts.server';

const removal = deleted('splitMerge', 'Split two merged deals again');
const REFUSED = {
  403: refusal('The caller does not own both deals and is no staff, or may not do this.'),
};

export const MERGE_PATHS: Record<string, PathItem> = {
  '/api/pipelines/{id}/merge': {
    parameters: ID,
    post: {
      operationId: 'mergePipelines',
      summary: 'Merge another deal into this one',
      description:
        'This deal keeps its owner and stage; what hangs on the other one comes along, its owner becomes a colleague, and its addresses lead here. It can be split again for 30 days.',
      requestBody: body('MergeInput'),
      responses: {
        201: answer('Merge', 'The merge.'),
        ...CHANGED,
        ...REFUSED,
      },
    },
  },
  '/api/pipelines/{id}/merge/{merge}': {
    parameters: partOf('merge'),
    delete: {
      ...removal,
      description: 'Each is as it was, with what was changed or added since where that was done.',
      responses: {
        ...removal.responses,
        403: refusal('The caller is no more than a colleague on it, or may not do this.'),
        409: refusal('They were split already, 30 days are over, or one of them was deleted.'),
      },
    },
  },
};
