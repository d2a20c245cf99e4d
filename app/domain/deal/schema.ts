import { z } from 'zod';
import type { CustomFieldValue, Deal } from '#db/schema';
import type { CustomFieldName } from '~/domain/custom-field/names';
import type { CustomFieldValueChanges } from '~/domain/custom-field/values';
import { CalendarDay } from '~/domain/date/schema';
import {
  DEAL_FIELDS,
  DEAL_KEYS,
  type DealField,
  type DealKey,
  MAX_INDUSTRIES,
} from '~/domain/deal-field/fields';
import { scoreSchema } from '~/domain/score/schema';
import { MAX_SCORE_REASON_LENGTH } from '~/domain/score/score';
import { clearable, lineSchema, multilineSchema } from '~/domain/text/schema';

const SCORE_RANGE = 'Please enter a score from 0 to 10';

const FORM_SCORE_RANGE = 'Please enter a score from 1 to 10';

const NOTHING_TO_CHANGE = 'Nothing to change was sent';

const Score = scoreSchema(0, SCORE_RANGE);

export function describeIndustryLimit(limit: number): string {
  return `Please choose at most ${limit} industries`;
}

function listSchema(name: string, limit: number, maxItems: number | undefined) {
  const texts = z.array(lineSchema(limit), `Please send a list of ${name}`);
  return (maxItems === undefined ? texts : texts.max(maxItems, describeIndustryLimit(maxItems)))
    .nullable()
    .transform((values) => (values ?? []).filter(Boolean))
    .optional();
}

function makeFieldSchema(field: DealField, maxItems: number | undefined): z.ZodType {
  switch (field.kind) {
    case 'line':
      return 'required' in field
        ? lineSchema(field.limit, field.required)
        : clearable(lineSchema(field.limit));
    case 'choice':
      return clearable(lineSchema(field.limit));
    case 'lines':
      return clearable(multilineSchema(field.limit));
    case 'day':
      return clearable(CalendarDay);
    case 'list':
      return listSchema(field.label.toLowerCase(), field.limit, maxItems);
    case 'score':
      return Score.optional();
  }
}

type Shape = {
  [Key in DealKey]: Deal[Key] extends string
    ? z.ZodType<string>
    : z.ZodOptional<z.ZodType<Deal[Key]>>;
};

function makeDealSchema(maxIndustries: number | undefined) {
  const shape = DEAL_FIELDS.map((field) => [field.key, makeFieldSchema(field, maxIndustries)]);
  return z.object(Object.fromEntries(shape) as Shape);
}

const CustomFieldsInput = z
  .unknown()
  .refine(
    (sent) => typeof sent === 'object' && sent !== null && !Array.isArray(sent),
    'Please send an object',
  )
  .meta({ type: 'object' })
  .describe(
    "The values of the fund's custom fields, by key. null clears a value.",
  ) as z.ZodType<CustomFieldValueChanges>;

/** Accepts any text; the functions that store it check that the stage exists. */
const StageName = z
  .string('Please choose a stage')
  .min(1, 'Please choose a stage')
  .describe('The name of the stage. The default is the first open stage.')
  .optional();

export const DealInput = makeDealSchema(MAX_INDUSTRIES).extend({
  stage: StageName,
  fields: CustomFieldsInput.optional(),
});

export type DealInput = z.output<typeof DealInput>;

export type DealFormInput = Omit<DealInput, 'fields'> &
  Record<CustomFieldName, CustomFieldValue | null>;

export const STAGE_FORM_FIELDS = ['stage', 'reason'] as const;
export const STAGE_FORM_OPTIONS = { stage: 'stages', reason: 'reasons' } as const;

export function getClearedValue(key: string): null | [] {
  return DEAL_FIELDS.some((field) => field.key === key && field.kind === 'list') ? [] : null;
}

/**
 * Creates the schema of the deal form. Clears empty fields of `shown` and leaves out all others.
 * Scores go from `minScore` to 10. A deal with more than 50 industries may keep as many.
 */
export function createDealFormSchema(
  minScore: number,
  customFieldSchemas: Record<CustomFieldName, z.ZodType<CustomFieldValue | null>>,
  shown: readonly (DealKey | CustomFieldName)[] = [
    ...DEAL_KEYS,
    ...(Object.keys(customFieldSchemas) as CustomFieldName[]),
  ],
  storedIndustries = 0,
) {
  return makeDealSchema(Math.max(MAX_INDUSTRIES, storedIndustries))
    .extend({ evaluationScore: scoreSchema(0, FORM_SCORE_RANGE).optional(), scoreReason })
    .extend({ stage: StageName })
    .extend(customFieldSchemas)
    .transform(({ stage, ...input }) => {
      const values = shown.map((key) => [key, input[key] ?? getClearedValue(key)]);
      return { ...Object.fromEntries(values), ...(stage && { stage }) } as DealFormInput;
    })
    .refine(({ evaluationScore }) => (evaluationScore ?? minScore) >= minScore, {
      path: ['evaluationScore'],
      message: FORM_SCORE_RANGE,
    });
}

export type DealChanges = Partial<DealInput>;

const scoreReason = clearable(lineSchema(MAX_SCORE_REASON_LENGTH)).describe(
  'The reason for the change of the score.',
);

export const ScoreReasonInput = z.object({ scoreReason });

export const NewDealInput = DealInput.extend({ scoreReason });

const DealEdit = makeDealSchema(undefined)
  .extend({ stage: StageName.describe('The name of the stage.'), fields: CustomFieldsInput })
  .partial()
  .extend({ scoreReason });

const hasChanges = ({ scoreReason: _, ...changes }: z.output<typeof DealEdit>) =>
  Object.keys(changes).length > 0;

/**
 * Edit in the API: a missing key stays, null clears, and no key at all is an error (rules 11.9,
 * 11.10). The limit of industries depends on the deal, so `applyDealEdits` checks it.
 */
export const DealEditInput = DealEdit.refine(hasChanges, NOTHING_TO_CHANGE);

export function createDealEditSchema(id: z.ZodType<number>) {
  return DealEdit.extend({ id }).refine(
    ({ id: _, ...edit }) => hasChanges(edit),
    NOTHING_TO_CHANGE,
  );
}

export const ScoreInput = z.object({
  evaluationScore: Score.refine((score) => score !== null, SCORE_RANGE),
});
