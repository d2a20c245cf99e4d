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

const TAKEN = { 409: refusal('The name is taken, or there are already 40 fields.') };

/** The fund's own fields and stages, and what its deals come to. */
export const FUND_PATHS: Record<string, PathItem> = {
  '/api/fields': {
    get: shown(
      'listFields',
      "List the fund's own fields in order, archived ones last",
      list('Field', 'The fields.'),
    ),
    post: create('addField', 'Add a field', 'NewField', {
      201: answer('Field', 'The new field, with its key.'),
      ...TAKEN,
      ...ADMIN_ONLY,
    }),
  },
  '/api/fields/{key}': {
    put: write(
      'changeField',
      'Change, archive or restore a field',
      'FieldChanges',
      { 200: answer('Field', 'The updated field.'), ...TAKEN, ...ADMIN_ONLY },
      'The key and kind of a field never change.',
    ),
    delete: deleted(
      'archiveField',
      'Archive a field. Deals keep its values and show them again once it is restored',
      { 200: answer('Field', 'The field.'), ...ADMIN_ONLY },
    ),
  },
  '/api/stages': {
    get: shown(
      'listStages',
      'List the stages in order',
      list('Stage', 'The stages, without retired ones.'),
    ),
  },
  '/api/review': {
    get: shown(
      'getReview',
      "Get the deals that need attention: all deals for staff, a user's own deals for a user",
      answer('Review', 'The sections of the review, in order.'),
      {
        description:
          'The content of the page "Review". A section lists at most 20 deals; filter /api/pipelines to get all of them. Days are in UTC, or in the time zone of the browser that sends the request.',
        parameters: [
          inQuery(
            'since',
            'The start of the period: the latest Monday, two weeks ago or yesterday. An unknown value counts as monday.',
            oneOf(PERIODS, 'monday'),
          ),
          inQuery('userId', "The owner's user id."),
          inQuery('owner', "Part of the owner's name or email."),
          inQuery('group', "The owner's group."),
          inQuery(
            'stage',
            'The name or kind of a stage. Repeat it to match any of several. Without it, closed deals are only in the sections new and lookAgain.',
            { type: 'array', items: { type: 'string' } },
          ),
        ],
      },
    ),
  },
  '/api/insights': {
    get: shown(
      'getInsights',
      'Get how far deals got and how long they stayed in each stage',
      answer('Insights', 'The groups, by name.'),
      {
        description:
          'Covers all deals for staff, and the deals they can see for users. The parameters of /api/pipelines filter the deals.',
        parameters: [
          inQuery(
            'by',
            'How the deals are grouped. An unknown value counts as month.',
            oneOf(GROUPINGS, 'month'),
          ),
        ],
      },
    ),
  },
};
