import { z } from 'zod';
import { MAX_OPTION_NAME_LENGTH } from '~/domain/option-list/limits';
import { STAGE_KINDS } from '~/domain/stage/kinds';
import { lineSchema } from '~/domain/text/schema';
import { formatNumber } from '~/domain/text/text';

const MAX_DAYS = 9_999;

const DAYS_MESSAGE = `Please enter 0 to ${formatNumber(MAX_DAYS)} days, or nothing`;

const DaysSchema = z
  .string()
  .trim()
  .regex(/^\d{0,4}$/, DAYS_MESSAGE)
  .transform((text) => (text === '' ? null : Number(text)));

const NameSchema = lineSchema(MAX_OPTION_NAME_LENGTH, 'Please enter a name');

export const OptionForm = z.object({ name: NameSchema, days: DaysSchema });
export type OptionForm = z.output<typeof OptionForm>;

export const NewOptionForm = z.object({
  name: NameSchema,
  days: DaysSchema,
  kind: z.enum(STAGE_KINDS, 'Please choose a kind').nullable(),
});
export type NewOptionForm = z.output<typeof NewOptionForm>;

export const OPTION_LISTS_FORM_FIELDS = {
  text: ['do', 'list', 'id', 'name', 'days', 'kind', 'required', 'seen'],
} as const;
