import { z } from 'zod';
import { CalendarDay } from '~/models/pipeline/schema';
import { clearable, line, lines } from '~/models/text-schema';

/** The longest sentence that says why a deal is closed. */
export const REASON_LIMIT = 2_000;
/** The longest name in a fund's list. */
const NAME_LIMIT = 100;

/** A deal comes to a stage; why counts where that is not open. */
export const DecisionInput = z.object({
  stage: z.string('Please choose a stage').min(1, 'Please choose a stage'),
  reason: clearable(line(NAME_LIMIT)).describe('The name of a reason for closing.'),
  text: clearable(lines(REASON_LIMIT)),
  lookAgainOn: clearable(CalendarDay).describe('The day to look at the deal again.'),
});
export type DecisionInput = z.output<typeof DecisionInput>;

export const MOVE_FORM = { text: ['stage', 'reason', 'text', 'lookAgainOn'] } as const;
