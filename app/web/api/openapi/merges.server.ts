import { answer, deleted, ID, partOf, type PathItem, refusal, write } from './parts.server';

const REFUSED = {
  403: refusal('The caller does not own both deals and is no staff, or may not do this.'),
};

export const MERGE_PATHS: Record<string, PathItem> = {
  '/api/pipelines/{id}/merge': {
    parameters: ID,
    post: write(
      'mergePipelines',
      'Merge another deal into this one',
      'MergeInput',
      { 201: answer('Merge', 'The merge.'), ...REFUSED },
      'This deal keeps its owner and stage; what hangs on the other one comes along, its owner becomes a colleague, and its addresses lead here. It can be split again for 30 days.',
    ),
  },
  '/api/pipelines/{id}/merge/{merge}': {
    parameters: partOf('merge'),
    delete: {
      ...deleted('splitMerge', 'Split two merged deals again', {
        403: refusal('The caller is no more than a colleague on it, or may not do this.'),
        409: refusal('They were split already, 30 days are over, or one of them was deleted.'),
      }),
      description: 'Each is as it was, with what was changed or added since where that was done.',
    },
  },
};
