import { z } from 'zod';
import { daysAfter } from '~/models/dates';
import { CalendarDay } from '~/models/pipeline/schema';

/** Days after today for which a page is there unless somebody says otherwise. */
const USUAL_DAYS = 7;
/** That are not over, on one deal. */
export const MOST_SHARES = 100;
/** Files, and notes, of one page. */
export const MOST_SHARED = 200;

/** UTC, as the last days of pages are. */
export const today = () => new Date().toISOString().slice(0, 10);
export const usualEnd = () => daysAfter(today(), USUAL_DAYS);

const YES_OR_NO = 'Please send true or false';
const ids = (noun: string) =>
  z
    .array(z.int('Please send ids').positive(), 'Please send a list of ids')
    .max(MOST_SHARED, `Please choose at most ${MOST_SHARED} ${noun}`)
    .default([]);

/** A page about a deal for one outsider (rule 26.10). */
export const ShareInput = z.object({
  until: CalendarDay.refine((day) => day >= today(), 'Please choose today or a later day')
    .optional()
    .describe('The last day of the page, in UTC. The default is seven days from today.'),
  facts: z.boolean(YES_OR_NO).default(false),
  evaluation: z.boolean(YES_OR_NO).default(false),
  files: ids('files'),
  notes: ids('notes'),
});
export type ShareInput = z.output<typeof ShareInput>;
export const SHARE_FORM = {
  text: ['until', 'facts', 'evaluation', 'end'],
  lists: ['files', 'notes'],
} as const;
