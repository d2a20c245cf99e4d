import { z } from 'zod';
import { getUtcToday } from '~/domain/date/calendar-day';
import { CalendarDay } from '~/domain/date/schema';
import { type CategoryNotesKey, CRITERION_KEYS, NOTES_KEYS } from '~/domain/evaluation/criteria';
import { MAX_NOTES_LENGTH } from '~/domain/evaluation/score';
import { buildRecord } from '~/domain/record';
import { scoreSchema } from '~/domain/score/schema';
import { clearable, multilineSchema } from '~/domain/text/schema';
import { MAX_EVALUATORS_PER_ROUND, MAX_VOTE_REASON_LENGTH } from './limits';
import { VOTES } from './votes';

const MAX_ID_LENGTH = 100;

export const RoundInput = z.object({
  userIds: z
    .array(
      z.string('Please send a list of user ids').max(MAX_ID_LENGTH),
      'Please send a list of user ids',
    )
    .min(1, 'Please choose the evaluators')
    .max(
      MAX_EVALUATORS_PER_ROUND,
      `Please choose at most ${MAX_EVALUATORS_PER_ROUND} people for a round`,
    )
    .describe('The people asked for a scorecard.'),
  until: CalendarDay.refine(
    (day) => day >= getUtcToday(),
    'Please choose today or a later day',
  ).describe('The last day of the round, in UTC.'),
});
export type RoundInput = z.output<typeof RoundInput>;

export const ROUND_FORM_FIELDS = { text: ['until'], lists: ['userIds'] } as const;

const CRITERION_MESSAGE = 'Please enter a score from 1 to 10, or leave it empty';
const CriterionScore = scoreSchema(1, CRITERION_MESSAGE).optional();
const CategoryNotes = clearable(multilineSchema(MAX_NOTES_LENGTH));

/** A category is named as in the evaluation (`marketNotes`), or without `Notes`. */
const getCategoryName = (key: CategoryNotesKey) => key.replace(/Notes$/, '');

const NotesInput = z
  .object(
    buildRecord([...NOTES_KEYS, ...NOTES_KEYS.map(getCategoryName)], () => CategoryNotes),
    'Please send an object',
  )
  .catchall(z.null('There is no such category'))
  .transform((notes) =>
    buildRecord(NOTES_KEYS, (key) => notes[key] ?? notes[getCategoryName(key)]),
  );

export const ScorecardInput = z.object({
  scores: z
    .object(
      buildRecord(CRITERION_KEYS, () => CriterionScore),
      'Please send an object',
    )
    .catchall(z.null('There is no such criterion'))
    .default({}),
  notes: NotesInput.default(() => buildRecord(NOTES_KEYS, () => undefined)),
  vote: z
    .enum(VOTES, `Please choose ${VOTES.join(', ')} or null`)
    .nullable()
    .default(null),
  reason: clearable(multilineSchema(MAX_VOTE_REASON_LENGTH)).describe('The reason of the vote.'),
  submit: z
    .boolean('Please send true or false')
    .default(false)
    .describe('Shows the scorecard to the others who have submitted theirs. It stays submitted.'),
});
export type ScorecardInput = z.output<typeof ScorecardInput>;

export const RecuseInput = z.object({
  reason: multilineSchema(MAX_VOTE_REASON_LENGTH).refine(
    (text) => text.trim() !== '',
    'Please say why in a sentence',
  ),
});
