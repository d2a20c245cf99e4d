import { buildChoiceFilters } from '~/domain/deal/filters';
import type { FilterName } from '~/domain/deal/query';
import { SORTS } from '~/domain/deal/sort';
import { MAX_SEARCH_LENGTH } from '~/domain/search/search-term';
import {
  type Answers,
  BUSY_ANSWERS,
  describeEnum,
  describeError,
  describeQueryParameter,
  RETRY_AFTER,
  type Schema,
} from './describe.server';

export const TOO_BROAD: Answers = {
  400: describeError('The search takes too long because there is too much text to search.'),
  429: describeError(
    "Four of the caller's searches or two of their exports are already running, or the caller requested too many.",
    RETRY_AFTER,
  ),
  ...BUSY_ANSWERS,
};

const describeDays = (description: string): [string, Schema] => [
  description,
  { type: 'integer', minimum: 0, maximum: 9999 },
];

const score: Schema = { type: 'number', minimum: 0, maximum: 10 };
const amount: Schema = { type: 'number', minimum: 0, maximum: 1e15 };

/** A filter that is missing here does not compile. */
export const FILTER_PARAMETERS = Object.entries({
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
  ...buildChoiceFilters((_name, { description, values }): [string, Schema] => [
    description,
    describeEnum(Object.keys(values)),
  ]),
  owner: ["Part of the owner's name or email."],
  import: [
    'The id of an import that created or changed the deal.',
    { type: 'integer', minimum: 1 },
  ],
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
  text: [
    'Part of the introduction or of a note, ignoring case, character width and accents.',
    { type: 'string', minLength: 1, maxLength: MAX_SEARCH_LENGTH },
  ],
  sort: [
    "The sort order. field.KEY_asc and field.KEY_desc sort by one of the fund's custom fields. An unknown value counts as newest.",
    {
      anyOf: [{ enum: SORTS }, { type: 'string', pattern: '^field\\.\\w+_(asc|desc)$' }],
      default: 'newest',
    },
  ],
} satisfies Record<FilterName | 'sort', [string, Schema?]>).map(([name, [description, schema]]) =>
  describeQueryParameter(name, description, schema),
);
export const CUSTOM_FIELD_PARAMETERS = [
  describeQueryParameter(
    'field.KEY',
    "The value of one of the fund's custom fields: part of a text or link, a choice, a person's user id, or yes or no. Repeat it to match any of several.",
    { type: 'array', items: { type: 'string' } },
  ),
  describeQueryParameter(
    'field.KEY.min',
    "The lowest number, amount (whatever the currency) or day in one of the fund's custom fields. field.KEY.max is the highest.",
  ),
];
