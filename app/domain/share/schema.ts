import { z } from 'zod';
import { addDays, getUtcToday } from '~/domain/date/calendar-day';
import { CalendarDay } from '~/domain/date/schema';
import { SHARE_PARTS } from './parts';

const DEFAULT_SHARE_DAYS = 7;
export const MAX_ACTIVE_SHARES_PER_DEAL = 100;
export const MAX_ITEMS_PER_SHARE = 200;

/** Shares end at midnight UTC. */
export const getDefaultEndDay = () => addDays(getUtcToday(), DEFAULT_SHARE_DAYS);

const BOOLEAN_MESSAGE = 'Please send true or false';
const createIdsSchema = (noun: string) =>
  z
    .array(z.int('Please send ids').positive(), 'Please send a list of ids')
    .max(MAX_ITEMS_PER_SHARE, `Please choose at most ${MAX_ITEMS_PER_SHARE} ${noun}`)
    .default([]);

export const ShareInput = z.object({
  until: CalendarDay.refine((day) => day >= getUtcToday(), 'Please choose today or a later day')
    .optional()
    .describe('The last day of the page, in UTC. The default is seven days from today.'),
  facts: z
    .boolean(BOOLEAN_MESSAGE)
    .default(true)
    .describe('All fields, without comments, next meeting and score.'),
  comments: z.boolean(BOOLEAN_MESSAGE).default(false),
  nextMeeting: z.boolean(BOOLEAN_MESSAGE).default(false),
  score: z.boolean(BOOLEAN_MESSAGE).default(false),
  evaluation: z.boolean(BOOLEAN_MESSAGE).default(false),
  files: createIdsSchema('files'),
  notes: createIdsSchema('notes'),
});
export type ShareInput = z.output<typeof ShareInput>;

/** A form leaves out what is unticked. */
export const ShareFormInput = ShareInput.extend({ facts: z.boolean().default(false) });

export const SHARE_FORM_FIELDS = {
  text: ['until', ...SHARE_PARTS, 'end', 'submission'],
  lists: ['files', 'notes'],
} as const;
