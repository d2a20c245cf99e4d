import { z } from 'zod';
import { line } from '~/models/text-schema';

export const NAME_LIMIT = 60;
export const MAX_VIEWS = 50;

export const ViewForm = z.object({
  name: line(NAME_LIMIT, 'Please enter a name'),
  /** A ticked checkbox. */
  isShared: z
    .literal('on')
    .optional()
    .catch(undefined)
    .transform((ticked) => ticked === 'on'),
});
export type ViewForm = z.output<typeof ViewForm>;
export const VIEW_FORM = { text: ['name', 'isShared', 'back'] } as const;
