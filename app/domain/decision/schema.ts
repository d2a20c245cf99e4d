import { z } from 'zod';
import { CalendarDay } from '~/domain/date/schema';
import { clearable, lineSchema, multilineSchema } from '~/domain/text/schema';

export const MAX_REASON_LENGTH = 2_000;
const MAX_OPTION_NAME_LENGTH = 100;

export const DecisionInput = z.object({
  stage: z.string('Please choose a stage').min(1, 'Please choose a stage'),
  reason: clearable(lineSchema(MAX_OPTION_NAME_LENGTH)).describe(
    'The name of a reason for closing.',
  ),
  text: clearable(multilineSchema(MAX_REASON_LENGTH)),
  lookAgainOn: clearable(CalendarDay).describe('The day to look at the deal again.'),
});
export type DecisionInput = z.output<typeof DecisionInput>;

export const MOVE_FORM_FIELDS = { text: ['stage', 'reason', 'text', 'lookAgainOn'] } as const;
