import { z } from 'zod';
import { AttachmentAnswer } from '~/domain/attachment/json';

export const AddedEmailAnswer = z.object({
  noteId: z.int().positive().describe('The note with the text of the email.'),
  contactId: z
    .int()
    .positive()
    .nullable()
    .describe('The contact with the address of the sender; null if only users wrote and got it.'),
  files: z.array(AttachmentAnswer),
});
