import { DUE_FILTERS, PART_FILTERS, WHOSE_FILTERS, YES_NO } from '~/domain/deal/filters';
import { type DealQuery } from '~/domain/deal/query';
import { SORTS } from '~/domain/deal/sort';
import { MAX_SEARCH_LENGTH } from '~/domain/search/search-term';
import {
  type Answer,
  describeAnswer,
  describeCreate,
  describeDelete,
  describeEnum,
  describeError,
  describeHeader,
  describeList,
  describeQueryParameter,
  describeRead,
  describeWrite,
  ETAG,
  LIMIT_AND_OFFSET,
  LOCATION,
  type Operation,
  type PathItem,
  type Schema,
  SIGNED_OUT,
  STAFF_ONLY,
  TOO_BROAD,
  TOO_MANY_EXPORTS,
  TOTAL_COUNT,
} from './builders.server';

const describeSaved = (description: string, headers?: Answer['headers']) =>
  describeAnswer('SavedPipeline', description, headers);
const FORCE_PARAMETER = describeQueryParameter(
  'force',
  'Whether to leave possibleDuplicates out of the answer.',
  describeEnum(['true', 'false'], 'false'),
);
const describeDays = (description: string): [string, Schema] => [
  description,
  { type: 'integer', minimum: 0, maximum: 9999 },
];

const score: Schema = { type: 'number', minimum: 0, maximum: 10 };
const amount: Schema = { type: 'number', minimum: 0, maximum: 1e15 };

type FilterName =
  Exclude<keyof DealQuery, 'importId' | 'ids' | 'timeZone' | 'customFields'> | 'import';
/** A filter that is missing here does not compile. */
const FILTER_PARAMETERS = Object.entries({
  search: [
    "Part of the company name or of a leader's name, ignoring case, character width and accents.",
    { type: 'string', maxLength: MAX_SEARCH_LENGTH },
  ],
  industry: ["One of the deal's industries."],
  round: ['The funding round.'],
  group: ["The owner's group."],
  stage: [
    'The name or kind (open, won, lost, parked) of the stage. Repeat it to match any of several.',
    { type: 'array', items: { type: 'string' } },
  ],
  userId: ["The owner's user id."],
  whose: [
    "The caller's own deals, or the deals shared with them as a colleague.",
    describeEnum(WHOSE_FILTERS),
  ],
  owner: ["Part of the owner's name or email."],
  import: [
    'The id of an import that created or changed the deal.',
    { type: 'integer', minimum: 1 },
  ],
  part: [
    'The deals counted by a dashboard card: score above 0, next meeting as soon as possible, or next meeting within 30 days.',
    describeEnum(PART_FILTERS),
  ],
  due: [
    'When the next meeting is due: before today, or within 7 days including today.',
    describeEnum(DUE_FILTERS),
  ],
  scored: ['Whether the deal has a score.', describeEnum(YES_NO)],
  scoreMin: ['The lowest score.', score],
  scoreMax: ['The highest score.', score],
  sizeMin: [
    'The lowest target size, whatever the currency. Only target sizes that can be read as an amount match.',
    amount,
  ],
  sizeMax: ['The highest target size, in the same way.', amount],
  currency: [
    'The currency of the target size, as an ISO 4217 code.',
    { type: 'string', pattern: '^[A-Z]{3}$' },
  ],
  createdSince: describeDays('Created since the start of the day this many days ago. 0 is today.'),
  updatedSince: describeDays('Changed since the start of the day this many days ago.'),
  movedSince: describeDays('The score differs by 1.0 or more from what it was this many days ago.'),
  notedSince: describeDays('A note was added since the start of the day this many days ago.'),
  quiet: describeDays('No edit, evaluation or note for this many days.'),
  evaluated: ['Only deals that have not been evaluated yet.', describeEnum(['no'])],
  stalled: [
    'Only deals that have been in their stage longer than its number of days.',
    describeEnum(['yes']),
  ],
  lookAgain: ['Only closed deals whose day to look again has come.', describeEnum(['yes'])],
  text: [
    'Part of the introduction or of a note, ignoring case, character width and accents.',
    { type: 'string', minLength: 1, maxLength: MAX_SEARCH_LENGTH },
  ],
  sort: [
    "The sort order. field.KEY_asc and field.KEY_desc sort by one of the fund's own fields. An unknown value counts as newest.",
    {
      anyOf: [{ enum: SORTS }, { type: 'string', pattern: '^field\\.\\w+_(asc|desc)$' }],
      default: 'newest',
    },
  ],
} satisfies Record<FilterName, [string, Schema?]>).map(([name, [description, schema]]) =>
  describeQueryParameter(name, description, schema),
);
const CUSTOM_FIELD_PARAMETERS = [
  describeQueryParameter(
    'field.KEY',
    "The value of one of the fund's own fields: part of a text or link, a choice, a person's user id, or yes or no. Repeat it to match any of several.",
    { type: 'array', items: { type: 'string' } },
  ),
  describeQueryParameter(
    'field.KEY.min',
    "The lowest number, amount (whatever the currency) or day in one of the fund's own fields. field.KEY.max is the highest.",
  ),
];

const describeDealList = (operationId: string, summary: string): Operation => ({
  operationId,
  summary,
  parameters: [...FILTER_PARAMETERS, ...CUSTOM_FIELD_PARAMETERS, ...LIMIT_AND_OFFSET],
  responses: {
    200: describeList('Pipeline', 'The deals that the caller may see, sorted.', TOTAL_COUNT),
    ...SIGNED_OUT,
    ...TOO_BROAD,
  },
});
export const DEAL_PATHS: Record<string, PathItem> = {
  '/api/pipelines': {
    get: describeDealList(
      'listPipelines',
      'List deals: all deals for staff; for a user, their own and those shared with them',
    ),
    post: {
      ...describeCreate('createPipeline', 'Create a deal owned by the caller', 'PipelineInput', {
        201: describeSaved('The new deal.', LOCATION),
      }),
      parameters: [FORCE_PARAMETER],
    },
  },
  '/api/pipelines/{id}': {
    get: describeRead('getPipeline', 'Get a deal', describeAnswer('Pipeline', 'The deal.', ETAG)),
    put: {
      ...describeWrite('updatePipeline', 'Change a deal', 'PipelineChanges', {
        200: describeSaved('The updated deal.', ETAG),
        412: describeError('Someone else has changed the deal in the meantime.'),
      }),
      description:
        'Only the keys sent are changed. null or an empty text clears a value. An empty object is refused.',
      parameters: [
        {
          name: 'If-Match',
          in: 'header',
          description: 'The ETag of the version of the deal that was edited.',
          schema: { type: 'string' },
        },
        FORCE_PARAMETER,
      ],
    },
    delete: describeDelete('deletePipeline', 'Delete a deal and its evaluation'),
  },
  '/api/pipelines/export': {
    get: {
      operationId: 'exportPipelines',
      summary: 'Export the list as an Excel workbook',
      parameters: [
        ...FILTER_PARAMETERS,
        {
          name: 'tz',
          in: 'cookie',
          description: 'The IANA time zone of the times in the workbook.',
          schema: { type: 'string', default: 'UTC' },
        },
      ],
      responses: {
        200: {
          description: 'The workbook.',
          headers: { 'Content-Disposition': describeHeader('Contains the file name.') },
          content: {
            'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet': { schema: {} },
          },
        },
        ...SIGNED_OUT,
        ...TOO_MANY_EXPORTS,
      },
    },
  },
  '/api/admin/pipelines': {
    get: addStaffOnly(describeDealList('listAllPipelines', 'List all deals')),
  },
  '/api/admin/pipelines/{id}': {
    delete: describeDelete('deleteAnyPipeline', 'Delete a deal and its evaluation'),
  },
};

function addStaffOnly(operation: Operation): Operation {
  return { ...operation, responses: { ...operation.responses, ...STAFF_ONLY } };
}
