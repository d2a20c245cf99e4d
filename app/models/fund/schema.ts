import { z } from 'zod';
import { STAGE_KINDS } from '~/models/lists/lists';
import { line } from '~/models/text-schema';

const ENTRY_LIMIT = 100;
const MOST_DAYS = 9_999;

const DAYS = `Please enter 0 to ${MOST_DAYS.toLocaleString('en')} days, or nothing`;

const Days = z
  .string()
  .trim()
  .regex(/^\d{0,4}$/, DAYS)
  .transform((text) => (text === '' ? null : Number(text)));

const Name = line(ENTRY_LIMIT, 'Please enter a name');

export const EntryForm = z.object({ name: Name, days: Days });
export type EntryForm = z.output<typeof EntryForm>;

export const NewEntryForm = z.object({
  name: Name,
  days: Days,
  kind: z.enum(STAGE_KINDS, 'Please choose a kind').nullable(),
});
export type NewEntryForm = z.output<typeof NewEntryForm>;

export const LISTS_FORM = {
  text: ['do', 'list', 'id', 'name', 'days', 'kind', 'required'],
} as const;
