import { GROUPINGS } from '~/models/insights/groups';
import { PERIODS } from '~/models/review/period';
import {
  ADMIN_ONLY,
  answer,
  create,
  deleted,
  inQuery,
  list,
  oneOf,
  type PathItem,
  refusal,
  shown,
  write,
} from './parts.server';

const TAKEN = { 409: refusal('The name is taken, or there are 40 fields.') };

/** The fund's own fields and stages, and what its deals come to. */
export const FUND_PATHS: Record<string, PathItem> = {
  '/api/fields': {
    get: shown(
      'listFields',
      "The fund's own fields of deals, in their order; archived ones last",
      list('Field', 'The fields.'),
    ),
    post: create('addField', 'Add a field', 'NewField', {
      201: answer('Field', 'The field, with its key.'),
      ...TAKEN,
      ...ADMIN_ONLY,
    }),
  },
  '/api/fields/{key}': {
    put: write(
      'changeField',
      'Change a field, archive or restore it',
      'FieldChanges',
      { 200: answer('Field', 'The field.'), ...TAKEN, ...ADMIN_ONLY },
      'Its key and kind never change.',
    ),
    delete: deleted(
      'archiveField',
      'Archive a field: deals keep their values, and show them again once it is restored',
      { 200: answer('Field', 'The field.'), ...ADMIN_ONLY },
    ),
  },
  '/api/stages': {
    get: shown(
      'listStages',
      'The stages that a deal can be in, in their order',
      list('Stage', 'Without retired ones.'),
    ),
  },
  '/api/review': {
    get: shown(
      'getReview',
      "The deals that need attention: of all for staff, a user's own",
      answer('Review', 'The sections in their order.'),
      {
        description:
          'What the page "Review" shows. A section lists at most 20 deals, and /api/pipelines all of them by its filters. Days are UTC, or those of the browser that asks.',
        parameters: [
          inQuery(
            'since',
            'Since the latest Monday, two weeks ago or yesterday; an unknown value counts as monday.',
            oneOf(PERIODS, 'monday'),
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
      },
    ),
  },
  '/api/insights': {
    get: shown(
      'getInsights',
      'How far deals came, and how long they stood in each stage',
      answer('Insights', 'The groups in the order of their names.'),
      {
        description:
          'Of all deals for staff, of those that they see for users; filtered by the parameters of /api/pipelines.',
        parameters: [
          inQuery(
            'by',
            'What the deals are grouped by; an unknown value counts as month.',
            oneOf(GROUPINGS, 'month'),
          ),
        ],
      },
    ),
  },
};
