import { z } from 'zod';
import type { OwnField, OwnValue, Pipeline } from '#db/schema';
import { type OwnChanges, type OwnName, ownNames } from '~/models/field/values';
import {
  MAX_INDUSTRIES,
  PIPELINE_FIELDS,
  PIPELINE_KEYS,
  type PipelineField,
  type PipelineKey,
} from './fields';
import { isCalendarDay, isInCalendar } from '~/models/dates';
import { SCORE_REASON_LIMIT } from '~/models/score';
import { score } from '~/models/score-schema';
import { clearable, line, lines } from '~/models/text-schema';
import { MERGE_FIELDS } from '~/models/history/merge';

const SCORE_RANGE = 'Please enter a score from 0 to 10';
const FORM_SCORE_RANGE = 'Please enter a score from 1 to 10';

const NOTHING = 'Nothing to change was sent';

const Score = score(0, SCORE_RANGE);

export const CalendarDay = z
  .string('Please enter a date as YYYY-MM-DD')
  .refine((value) => value === '' || isCalendarDay(value), {
    error: 'Please enter a date as YYYY-MM-DD',
    abort: true,
  })
  .refine((value) => value === '' || isInCalendar(value), 'Please enter a date from 1900 to 2200');

export function tooMany(most: number): string {
  return `Please choose at most ${most} industries`;
}

/** Texts of up to `limit` characters; any number of them if `most` is undefined. */
function list(name: string, limit: number, most: number | undefined) {
  const texts = z.array(line(limit), `Please send a list of ${name}`);
  return (most === undefined ? texts : texts.max(most, tooMany(most)))
    .nullable()
    .transform((values) => (values ?? []).filter(Boolean))
    .optional();
}

function schemaOf(field: PipelineField, most: number | undefined): z.ZodType {
  switch (field.kind) {
    case 'line':
      return 'required' in field ? line(field.limit, field.required) : clearable(line(field.limit));
    case 'choice':
      return clearable(line(field.limit));
    case 'lines':
      return clearable(lines(field.limit));
    case 'day':
      return clearable(CalendarDay);
    case 'list':
      return list(field.label.toLowerCase(), field.limit, most);
    case 'score':
      return Score.optional();
  }
}

/** Types and optional keys are those of the table. */
type Shape = {
  [Key in PipelineKey]: Pipeline[Key] extends string
    ? z.ZodType<string>
    : z.ZodOptional<z.ZodType<Pipeline[Key]>>;
};

function pipelineOf(most: number | undefined) {
  const shape = PIPELINE_FIELDS.map((field) => [field.key, schemaOf(field, most)]);
  return z.object(Object.fromEntries(shape) as Shape);
}

/** By key; which there are, and of which kind, is known to who stores them. */
const OwnFields = z
  .unknown()
  .refine(
    (sent) => typeof sent === 'object' && sent !== null && !Array.isArray(sent),
    'Please send an object',
  )
  .meta({ type: 'object' })
  .describe(
    "The values of the fund's own fields, by key. null clears a value.",
  ) as z.ZodType<OwnChanges>;

/** Any text: which stages there are is known to who stores it. */
const StageName = z
  .string('Please choose a stage')
  .min(1, 'Please choose a stage')
  .describe('The name of the stage. The default is the first open stage.')
  .optional();

/** A new deal in the form and the API. Unknown keys are dropped. */
export const PipelineInput = pipelineOf(MAX_INDUSTRIES).extend({
  stage: StageName,
  fields: OwnFields.optional(),
});
export type PipelineInput = z.output<typeof PipelineInput>;

/** The values of the form by the names of its controls. */
export type PipelineFormInput = Omit<PipelineInput, 'fields'> & Record<OwnName, OwnValue | null>;

export function clearedValue(key: string): null | [] {
  return PIPELINE_FIELDS.some((field) => field.key === key && field.kind === 'list') ? [] : null;
}

/**
 * The deal form: an empty field of `shown` is cleared, all other fields are left out. The score is
 * from `lowestScore` to 10. A deal with more than 50 industries may keep as many.
 */
export function pipelineForm(
  lowestScore: number,
  own: Record<OwnName, z.ZodType<OwnValue | null>>,
  shown: readonly (PipelineKey | OwnName)[] = [
    ...PIPELINE_KEYS,
    ...(Object.keys(own) as OwnName[]),
  ],
  storedIndustries = 0,
) {
  return pipelineOf(Math.max(MAX_INDUSTRIES, storedIndustries))
    .extend({ evaluationScore: score(0, FORM_SCORE_RANGE).optional(), scoreReason })
    .extend(own)
    .transform((input) => {
      const values = shown.map((key) => [key, input[key] ?? clearedValue(key)]);
      return Object.fromEntries(values) as PipelineFormInput;
    })
    .refine(({ evaluationScore }) => (evaluationScore ?? lowestScore) >= lowestScore, {
      path: ['evaluationScore'],
      message: FORM_SCORE_RANGE,
    });
}

export type PipelineChanges = Partial<PipelineInput>;

/** Why the score changes: it is kept in the history, not with the deal. */
const scoreReason = clearable(line(SCORE_REASON_LIMIT)).describe(
  'The reason for the change of the score.',
);
export const ScoreReason = z.object({ scoreReason });

/** What the API takes: the same with a reason. */
export const NewPipeline = PipelineInput.extend({ scoreReason });
/**
 * An edit: a missing key stays, null clears, no key at all is refused (rules 11.9, 11.10). How many
 * industries it may have depends on the deal (see `updatePipeline`).
 */
export const PipelineEdit = pipelineOf(undefined)
  .extend({ stage: StageName.describe('The name of the stage.'), fields: OwnFields })
  .partial()
  .extend({ scoreReason })
  .refine(({ scoreReason: _, ...changes }) => Object.keys(changes).length > 0, NOTHING);

export const ScoreEdit = z.object({
  evaluationScore: Score.refine((score) => score !== null, SCORE_RANGE),
});

const LISTS = PIPELINE_FIELDS.filter(({ kind }) => kind === 'list').map(({ key }) => key);
const TEXTS = PIPELINE_KEYS.filter((key) => !LISTS.includes(key));

/** `force` is the key of a company's name that is to be saved although another deal has it. */
export function newPipelineForm(own: OwnField[]) {
  const { texts, lists } = controls(own);
  return { text: [...texts, 'scoreReason', 'submission', 'force', 'then'] as const, lists };
}

/** `take-` and a field's name: whether the stored value wins after a conflict. */
export function editPipelineForm(own: OwnField[]) {
  const { texts, lists } = controls(own);
  const take = [...texts, ...lists].map((name): `take-${typeof name}` => `take-${name}`);
  const text = [...texts, 'scoreReason', ...MERGE_FIELDS, 'force', 'then', ...take] as const;
  return { text, lists };
}

function controls(own: OwnField[]) {
  const isList = ({ kind }: OwnField) => kind === 'choices';
  return {
    texts: [...TEXTS, ...ownNames(own.filter((field) => !isList(field)))],
    lists: [...LISTS, ...ownNames(own.filter(isList))],
  };
}

/** Acts on the next meeting; `seen` is the one that the page showed. */
export const MET_FORM = { text: ['note', 'nextMeetingDate', 'seen'] } as const;
export const LATER_FORM = { text: ['nextMeetingDate', 'seen'] } as const;
/** The inline score edit; `seen` is the score that the page showed. */
export const SCORE_FORM = {
  text: ['evaluationScore', 'scoreReason', 'intent', 'id', 'seen'],
} as const;
