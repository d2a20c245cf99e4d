import { PERIODS } from '~/models/review/period';
import { answer, inQuery, type PathItem, SIGNED_OUT } from './parts.server';

export const REVIEW_PATHS: Record<string, PathItem> = {
  '/api/review': {
    get: {
      operationId: 'getReview',
      summary: "The deals that need attention: of all for staff, a user's own",
      description:
        'What the page "Review" shows. A section lists at most 20 deals, and /api/pipelines all of them by its filters. Days are UTC, or those of the browser that asks.',
      parameters: [
        inQuery(
          'since',
          'Since the latest Monday, two weeks ago or yesterday; an unknown value counts as monday.',
          { type: 'string', enum: PERIODS, default: 'monday' },
        ),
        inQuery('userId', "The owner's id."),
        inQuery('owner', "Part of the owner's name or email."),
        inQuery('group', "The owner's group."),
        inQuery(
          'stage',
          'A name or kind of stages, repeated for any of them; without it, closed deals stand in the sections new and lookAgain alone.',
          { type: 'array', items: { type: 'string' } },
        ),
      ],
      responses: { 200: answer('Review', 'The sections in their order.'), ...SIGNED_OUT },
    },
  },
};
