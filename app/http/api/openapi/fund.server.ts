import { GROUPINGS } from '~/domain/insights/groups';
import { PERIODS } from '~/domain/review/period';
import {
  ADMIN_ONLY,
  describeAnswer,
  describeCreate,
  describeDelete,
  describeEnum,
  describeError,
  describeList,
  describeOpenRead,
  describeQueryParameter,
  describeWrite,
  type PathItem,
} from './builders.server';

const NAME_TAKEN = { 409: describeError('The name is taken, or there are already 40 fields.') };

export const FUND_PATHS: Record<string, PathItem> = {
  '/api/fields': {
    get: describeOpenRead(
      'listFields',
      "List the fund's own fields in order, archived ones last",
      describeList('Field', 'The fields.'),
    ),
    post: describeCreate('addField', 'Add a field', 'NewField', {
      201: describeAnswer('Field', 'The new field, with its key.'),
      ...NAME_TAKEN,
      ...ADMIN_ONLY,
    }),
  },
  '/api/fields/{key}': {
    put: {
      ...describeWrite('changeField', 'Change, archive or restore a field', 'FieldChanges', {
        200: describeAnswer('Field', 'The updated field.'),
        ...NAME_TAKEN,
        ...ADMIN_ONLY,
      }),
      description: 'The key and kind of a field never change.',
    },
    delete: describeDelete(
      'archiveField',
      'Archive a field. Deals keep its values and show them again once it is restored',
      { 200: describeAnswer('Field', 'The field.'), ...ADMIN_ONLY },
    ),
  },
  '/api/stages': {
    get: describeOpenRead(
      'listStages',
      'List the stages in order',
      describeList('Stage', 'The stages, without retired ones.'),
    ),
  },
  '/api/review': {
    get: describeOpenRead(
      'getReview',
      "Get the deals that need attention: all deals for staff, a user's own deals for a user",
      describeAnswer('Review', 'The sections of the review, in order.'),
      {
        description:
          'The content of the page "Review". A section lists at most 20 deals; filter /api/pipelines to get all of them. Days are in UTC, or in the time zone of the browser that sends the request.',
        parameters: [
          describeQueryParameter(
            'since',
            'The start of the period: the latest Monday, two weeks ago or yesterday. An unknown value counts as monday.',
            describeEnum(PERIODS, 'monday'),
          ),
          describeQueryParameter('userId', "The owner's user id."),
          describeQueryParameter('owner', "Part of the owner's name or email."),
          describeQueryParameter('group', "The owner's group."),
          describeQueryParameter(
            'stage',
            'The name or kind of a stage. Repeat it to match any of several. Without it, closed deals are only in the sections new and lookAgain.',
            { type: 'array', items: { type: 'string' } },
          ),
        ],
      },
    ),
  },
  '/api/insights': {
    get: describeOpenRead(
      'getInsights',
      'Get how far deals got and how long they stayed in each stage',
      describeAnswer('Insights', 'The groups, by name.'),
      {
        description:
          'Covers all deals for staff, and the deals they can see for users. The parameters of /api/pipelines filter the deals.',
        parameters: [
          describeQueryParameter(
            'by',
            'How the deals are grouped. An unknown value counts as month.',
            describeEnum(GROUPINGS, 'month'),
          ),
        ],
      },
    ),
  },
};
