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
  'true leaves possibleDuplicates out of the answer.',
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
    'Part of the name of the company or its leaders, without regard to case, width and accents.',
    { type: 'string', maxLength: LONGEST_SEARCH },
  ],
  industry: ['Has this industry.'],
  round: ['Is in this funding round.'],
  group: ["The owner's group."],
  stage: [
    'Is in a stage of this name or kind (open, won, lost, parked); repeated, in any of them.',
    { type: 'array', items: { type: 'string' } },
  ],
  userId: ["The owner's id."],
  whose: ["The caller's own deals, or those that they are a colleague on.", oneOf(WHOSE)],
  owner: ["Part of the owner's name or email."],
  import: [
    'The id of an import: the deals that it created or changed.',
    { type: 'integer', minimum: 1 },
  ],
  part: [
    'Those that a figure of the dashboard counts: a score above 0, a meeting as soon as possible, a meeting within 30 days.',
    oneOf(PARTS),
  ],
  due: ['A next meeting that is due before today, or within 7 days, today included.', oneOf(DUES)],
  scored: ['Has a score, or none.', oneOf(YES_NO)],
  scoreMin: ['A score of at least this.', score],
  scoreMax: ['A score of at most this.', score],
  sizeMin: ['A target size that can be read, of at least this, in any currency.', amount],
  sizeMax: ['The same, of at most this.', amount],
  currency: ["The target size's, ISO 4217.", { type: 'string', pattern: '^[A-Z]{3}$' }],
  createdSince: days('Created since the start of the day that many days ago; 0 is today.'),
  updatedSince: days('Changed since the start of the day that many days ago.'),
  movedSince: days('With a score that is 1.0 or more from what it was that many days ago.'),
  notedSince: days('With a note since the start of the day that many days ago.'),
  quiet: days('Without edit, evaluation or note for that many days.'),
  evaluated: ['Not evaluated yet.', oneOf(['no'])],
  stalled: ['Longer in its stage than that allows.', oneOf(['yes'])],
  lookAgain: ['Closed, and the day to look at it again has come.', oneOf(['yes'])],
  text: [
    'Part of the introduction or of a note, without regard to case, width and accents.',
    { type: 'string', minLength: 1, maxLength: LONGEST_SEARCH },
  ],
  sort: [
    'Also field.KEY_asc and field.KEY_desc; an unknown value counts as newest.',
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
    "By one of the fund's own fields: part of a text or link, a choice, a person's id, yes or no; repeated, any of them.",
    { type: 'array', items: { type: 'string' } },
  ),
  inQuery('field.KEY.min', 'By a number, an amount in whatever currency or a day; also .max.'),
];

const listed = (operationId: string, summary: string): Operation => ({
  operationId,
  summary,
  parameters: [...FILTERS, ...OWN_FILTERS, ...SLICE],
  responses: {
    200: list('Pipeline', 'Those that the caller may see, in order.', TOTAL),
    ...SIGNED_OUT,
    ...TOO_BROAD,
  },
});
export const PIPELINE_PATHS: Record<string, PathItem> = {
  '/api/pipelines': {
    get: listed(
      'listPipelines',
      'Deals: all of them for staff; for a user their own and those that they are a colleague on',
    ),
    post: {
      ...create('createPipeline', "A new deal, the caller's", 'PipelineInput', {
        201: saved('The new deal.', LOCATION),
      }),
      parameters: [FORCE],
    },
  },
  '/api/pipelines/{id}': {
    get: read('getPipeline', 'A deal', answer('Pipeline', 'The deal.', ETAG)),
    put: {
      ...write(
        'updatePipeline',
        'Change a deal',
        'PipelineChanges',
        {
          200: saved('The deal as it is now.', ETAG),
          412: refusal('Someone else has changed it in the meantime.'),
        },
        'Changes the keys that it carries: a missing key is untouched, null or an empty text clears, nothing at all is refused.',
      ),
      parameters: [
        {
          name: 'If-Match',
          in: 'header',
          description: 'The ETag of the deal that the edit builds on.',
          schema: { type: 'string' },
        },
        FORCE,
      ],
    },
    delete: deleted('deletePipeline', 'Delete a deal with its evaluation'),
  },
  '/api/pipelines/{id}/evaluation': {
    get: read(
      'getEvaluation',
      "A deal's evaluation; 404 while there is none",
      answer('Evaluation', 'The evaluation.'),
    ),
    post: write(
      'saveEvaluation',
      'Overwrite the evaluation',
      'EvaluationInput',
      { 200: answer('Evaluation', 'The evaluation as it is now.') },
      'A criterion that is not sent is stored empty and counts as 5. A sent overallScore is ignored: the server computes it.',
    ),
  },
  '/api/pipelines/export': {
    get: {
      operationId: 'exportPipelines',
      summary: 'The list as an Excel workbook',
      parameters: [
        ...FILTERS,
        {
          name: 'tz',
          in: 'cookie',
          description: 'The IANA time zone that moments are shown in.',
          schema: { type: 'string', default: 'UTC' },
        },
      ],
      responses: {
        200: {
          description: 'The workbook.',
          headers: { 'Content-Disposition': header('With the file name.') },
          content: {
            'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet': { schema: {} },
          },
        },
        ...SIGNED_OUT,
        ...TOO_MANY_EXPORTS,
      },
    },
  },
  '/api/admin/pipelines': { get: staffOnly(listed('listAllPipelines', 'All deals')) },
  '/api/admin/pipelines/{id}': {
    delete: deleted('deleteAnyPipeline', 'Delete a deal with its evaluation'),
  },
};

function staffOnly(operation: Operation): Operation {
  return { ...operation, responses: { ...operation.responses, ...STAFF_ONLY } };
}
