import { DUES, PARTS, type PipelineQuery, SORTS, WHOSE, YES_NO } from '~/models/pipeline/query';
import {
  type Answer,
  answer,
  create,
  deleted,
  ETAG,
  header,
  inQuery,
  list,
  LOCATION,
  type Operation,
  type PathItem,
  read,
  refusal,
  oneOf,
  type Schema,
  SIGNED_OUT,
  SLICE,
  STAFF_ONLY,
  TOO_BROAD,
  TOO_MANY_EXPORTS,
  TOTAL,
  write,
} from './parts.server';
import { LONGEST_SEARCH } from '~/models/text';

const saved = (description: string, headers?: Answer['headers']) =>
  answer('SavedPipeline', description, headers);
const FORCE = inQuery(
  'force',
  'Whether to leave possibleDuplicates out of the answer.',
  oneOf(['true', 'false'], 'false'),
);
const days = (description: string): [string, Schema] => [
  description,
  { type: 'integer', minimum: 0, maximum: 9999 },
];

const score: Schema = { type: 'number', minimum: 0, maximum: 10 };
const amount: Schema = { type: 'number', minimum: 0, maximum: 1e15 };

type FilterName = Exclude<keyof PipelineQuery, 'importId' | 'ids' | 'timeZone' | 'own'> | 'import';
/** A filter that is missing here does not compile. */
const FILTERS = Object.entries({
  search: [
    "Part of the company name or of a leader's name, ignoring case, character width and accents.",
    { type: 'string', maxLength: LONGEST_SEARCH },
  ],
  industry: ["One of the deal's industries."],
  round: ['The funding round.'],
  group: ["The owner's group."],
  stage: [
    'The name or kind (open, won, lost, parked) of the stage. Repeat it to match any of several.',
    { type: 'array', items: { type: 'string' } },
  ],
  userId: ["The owner's user id."],
  whose: ["The caller's own deals, or the deals shared with them as a colleague.", oneOf(WHOSE)],
  owner: ["Part of the owner's name or email."],
  import: [
    'The id of an import that created or changed the deal.',
    { type: 'integer', minimum: 1 },
  ],
  part: [
    'The deals counted by a dashboard card: score above 0, next meeting as soon as possible, or next meeting within 30 days.',
    oneOf(PARTS),
  ],
  due: [
    'When the next meeting is due: before today, or within 7 days including today.',
    oneOf(DUES),
  ],
  scored: ['Whether the deal has a score.', oneOf(YES_NO)],
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
  createdSince: days('Created since the start of the day this many days ago. 0 is today.'),
  updatedSince: days('Changed since the start of the day this many days ago.'),
  movedSince: days('The score differs by 1.0 or more from what it was this many days ago.'),
  notedSince: days('A note was added since the start of the day this many days ago.'),
  quiet: days('No edit, evaluation or note for this many days.'),
  evaluated: ['Only deals that have not been evaluated yet.', oneOf(['no'])],
  stalled: [
    'Only deals that have been in their stage longer than its number of days.',
    oneOf(['yes']),
  ],
  lookAgain: ['Only closed deals whose day to look again has come.', oneOf(['yes'])],
  text: [
    'Part of the introduction or of a note, ignoring case, character width and accents.',
    { type: 'string', minLength: 1, maxLength: LONGEST_SEARCH },
  ],
  sort: [
    "The sort order. field.KEY_asc and field.KEY_desc sort by one of the fund's own fields. An unknown value counts as newest.",
    {
      anyOf: [{ enum: SORTS }, { type: 'string', pattern: '^field\\.\\w+_(asc|desc)$' }],
      default: 'newest',
    },
  ],
} satisfies Record<FilterName, [string, Schema?]>).map(([name, [description, schema]]) =>
  inQuery(name, description, schema),
);
const OWN_FILTERS = [
  inQuery(
    'field.KEY',
    "The value of one of the fund's own fields: part of a text or link, a choice, a person's user id, or yes or no. Repeat it to match any of several.",
    { type: 'array', items: { type: 'string' } },
  ),
  inQuery(
    'field.KEY.min',
    "The lowest number, amount (whatever the currency) or day in one of the fund's own fields. field.KEY.max is the highest.",
  ),
];

const listed = (operationId: string, summary: string): Operation => ({
  operationId,
  summary,
  parameters: [...FILTERS, ...OWN_FILTERS, ...SLICE],
  responses: {
    200: list('Pipeline', 'The deals that the caller may see, sorted.', TOTAL),
    ...SIGNED_OUT,
    ...TOO_BROAD,
  },
});
export const PIPELINE_PATHS: Record<string, PathItem> = {
  '/api/pipelines': {
    get: listed(
      'listPipelines',
      'List deals: all deals for staff; for a user, their own and those shared with them',
    ),
    post: {
      ...create('createPipeline', 'Create a deal owned by the caller', 'PipelineInput', {
        201: saved('The new deal.', LOCATION),
      }),
      parameters: [FORCE],
    },
  },
  '/api/pipelines/{id}': {
    get: read('getPipeline', 'Get a deal', answer('Pipeline', 'The deal.', ETAG)),
    put: {
      ...write(
        'updatePipeline',
        'Change a deal',
        'PipelineChanges',
        {
          200: saved('The updated deal.', ETAG),
          412: refusal('Someone else has changed the deal in the meantime.'),
        },
        'Only the keys sent are changed. null or an empty text clears a value. An empty object is refused.',
      ),
      parameters: [
        {
          name: 'If-Match',
          in: 'header',
          description: 'The ETag of the version of the deal that was edited.',
          schema: { type: 'string' },
        },
        FORCE,
      ],
    },
    delete: deleted('deletePipeline', 'Delete a deal and its evaluation'),
  },
  '/api/pipelines/{id}/evaluation': {
    get: read(
      'getEvaluation',
      'Get the evaluation of a deal. 404 if there is none',
      answer('Evaluation', 'The evaluation.'),
    ),
    post: write(
      'saveEvaluation',
      'Save the evaluation, replacing the stored one',
      'EvaluationInput',
      { 200: answer('Evaluation', 'The saved evaluation.') },
      'A criterion that is not sent is stored empty and counts as 5. overallScore is ignored because the server computes it.',
    ),
  },
  '/api/pipelines/export': {
    get: {
      operationId: 'exportPipelines',
      summary: 'Export the list as an Excel workbook',
      parameters: [
        ...FILTERS,
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
          headers: { 'Content-Disposition': header('Contains the file name.') },
          content: {
            'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet': { schema: {} },
          },
        },
        ...SIGNED_OUT,
        ...TOO_MANY_EXPORTS,
      },
    },
  },
  '/api/admin/pipelines': { get: staffOnly(listed('listAllPipelines', 'List all deals')) },
  '/api/admin/pipelines/{id}': {
    delete: deleted('deleteAnyPipeline', 'Delete a deal and its evaluation'),
  },
};

function staffOnly(operation: Operation): Operation {
  return { ...operation, responses: { ...operation.responses, ...STAFF_ONLY } };
}
