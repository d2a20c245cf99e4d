import { z } from 'zod';
import { lineSchema } from '~/domain/text/schema';
import { MAX_VIEW_NAME_LENGTH } from './limits';

export const SavedViewForm = z.object({
  name: lineSchema(MAX_VIEW_NAME_LENGTH, 'Please enter a name'),
  isShared: z
    .literal('on')
    .optional()
    .catch(undefined)
    .transform((ticked) => ticked === 'on'),
});
export type SavedViewForm = z.output<typeof SavedViewForm>;
export const SAVED_VIEW_FORM_FIELDS = { text: ['name', 'isShared', 'seen', 'back'] } as const;
