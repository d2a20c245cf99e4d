import { z } from 'zod';
import { DecisionInput } from '~/domain/decision/schema';
import { MAX_NOTE_LENGTH } from '~/domain/note/limits';
import { CLEAR_VALUE, type OptionLists } from '~/domain/option-list/option-lists';
import { multilineSchema } from '~/domain/text/schema';

const NOTHING_CHOSEN = 'Please choose what to change';

const optionSchema = (options: readonly string[]) =>
  z
    .enum([...options, CLEAR_VALUE, ''], { error: 'Please choose one from the list' })
    .nullish()
    .transform((value) => (value === CLEAR_VALUE ? null : value || undefined));

export const createBulkChangeSchema = ({ listActiveNames }: OptionLists) =>
  z
    .object({
      stage: DecisionInput.shape.stage.optional().or(z.literal('').transform(() => undefined)),
      reason: DecisionInput.shape.reason,
      fundingRound: optionSchema(listActiveNames('rounds')),
      nextMeetingDate: optionSchema(listActiveNames('meetings')),
      note: multilineSchema(MAX_NOTE_LENGTH).transform((text) => (text.trim() ? text : undefined)),
    })
    .refine(
      ({ reason: _, ...change }) => Object.values(change).some((value) => value !== undefined),
      NOTHING_CHOSEN,
    );
/** Undefined leaves a field as it is, null clears it. The reason is for a stage that closes the deals. */
export type BulkChange = z.output<ReturnType<typeof createBulkChangeSchema>>;
