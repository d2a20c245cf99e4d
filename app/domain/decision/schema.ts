import { z } from 'zod';
import { CalendarDay } from '~/domain/date/schema';
import { MAX_OPTION_NAME_LENGTH } from '~/domain/option-list/limits';
import { clearable, lineSchema, multilineSchema } from '~/domain/text/schema';
import { MAX_CONDITION_LENGTH, MAX_CONDITIONS, MAX_REASON_LENGTH } from './limits';
import { OUTCOMES } from './outcomes';

const ConditionInput = z.object({
  text: lineSchema(MAX_CONDITION_LENGTH, 'Please enter the condition'),
  userId: clearable(z.string('Please choose someone who can see this deal').max(100)).describe(
    'The user id of the person who sees to it. The default is the caller.',
  ),
  dueOn: clearable(CalendarDay),
});
export type ConditionInput = z.output<typeof ConditionInput>;

const createIdSchema = (noun: string) =>
  z.int(`Please send the id of a ${noun}`).positive(`Please send the id of a ${noun}`).nullish();

export const MoveInput = z.object({
  stage: z.string('Please choose a stage').min(1, 'Please choose a stage'),
  reason: clearable(lineSchema(MAX_OPTION_NAME_LENGTH)).describe(
    'The name of a reason for closing.',
  ),
  text: clearable(multilineSchema(MAX_REASON_LENGTH)),
  lookAgainOn: clearable(CalendarDay).describe('The day to look at the deal again.'),
});
export type MoveInput = z.output<typeof MoveInput>;

export const DecisionInput = MoveInput.extend({
  roundId: createIdSchema('round').describe('A round of the deal.'),
  memoId: createIdSchema('memo').describe('A frozen memo of the deal.'),
  conditions: z
    .array(ConditionInput, 'Please send a list of conditions')
    .max(MAX_CONDITIONS, `Please enter at most ${MAX_CONDITIONS} conditions`)
    .optional()
    .describe('Each becomes a task of the deal.'),
});
export type DecisionInput = z.output<typeof DecisionInput>;

export const OutcomeInput = z.object({
  outcome: z.enum(OUTCOMES, 'Please choose an outcome').nullable(),
  outcomeNote: clearable(multilineSchema(MAX_REASON_LENGTH)),
});
export type OutcomeInput = z.output<typeof OutcomeInput>;
