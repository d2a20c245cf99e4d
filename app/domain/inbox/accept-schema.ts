import { z } from 'zod';
import { DealInput } from '~/domain/deal/schema';
import { clearable, multilineSchema } from '~/domain/text/schema';
import { MAX_DECLINE_LENGTH } from './limits';

export const AcceptInput = DealInput.partial().extend({
  userId: z
    .string('Please choose a user')
    .describe('The owner of the new deal. The default is the caller.')
    .optional(),
  pipelineId: z
    .int('Please send the id of a deal')
    .positive('Please send the id of a deal')
    .describe('The deal that gets contact, files and note, instead of a new deal.')
    .optional(),
});
export type AcceptInput = z.output<typeof AcceptInput>;

export const DeclineInput = z.object({
  reason: clearable(multilineSchema(MAX_DECLINE_LENGTH)),
  text: clearable(multilineSchema(MAX_DECLINE_LENGTH)).describe(
    'The text for the sender. Nothing is mailed.',
  ),
});
export type DeclineInput = z.output<typeof DeclineInput>;

export const JunkInput = z.object({
  blockSender: z
    .boolean('Please send true or false')
    .describe('Makes later items of this sender junk.')
    .optional(),
});
