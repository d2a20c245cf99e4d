import { z } from 'zod';
import { LIMITS, PIPELINE_FIELDS, type PipelineField } from './fields';
import { score } from '~/models/score-schema';
import { clearable, line, lines } from '~/models/text-schema';

const SCORE_RANGE = 'Please enter a score from 0 to 10';
/** What the form's label says, too. */
const FORM_SCORE_RANGE = 'Please enter a score from 1 to 10';

/** The score of a deal. */
export const Score = score(0, SCORE_RANGE);

/** A calendar day as YYYY-MM-DD. */
const CalendarDay = z
  .string('Please enter a date as YYYY-MM-DD')
  .refine((value) => value === '' || isCalendarDay(value), 'Please enter a date as YYYY-MM-DD');

function isCalendarDay(value: string): boolean {
  if (!/^\d{4}-\d\d-\d\d$/.test(value)) return false;
  const day = new Date(`${value}T00:00:00Z`);
  return !Number.isNaN(day.getTime()) && day.toISOString().startsWith(value);
}

/** A new deal, as the form and `POST /api/pipelines` send it. Unknown keys are dropped. */
export const PipelineInput = z.object({
  companyName: line(LIMITS.companyName, 'Company name is required'),
  ceoName: clearable(line(LIMITS.ceoName)),
  cooName: clearable(line(LIMITS.cooName)),
  cfoName: clearable(line(LIMITS.cfoName)),
  industries: z
    .array(line(LIMITS.industry), 'Please send a list of industries')
    .max(LIMITS.industries, `Please choose at most ${LIMITS.industries} industries`)
    .nullable()
    .transform((list) => (list ?? []).filter(Boolean))
    .optional(),
  businessIntroduction: clearable(lines(LIMITS.businessIntroduction)),
  keyBusinessNumbers: clearable(lines(LIMITS.keyBusinessNumbers)),
  fundingRound: clearable(line(LIMITS.fundingRound)),
  targetFundingSize: clearable(line(LIMITS.targetFundingSize)),
  targetClosingDate: clearable(CalendarDay),
  evaluationScore: Score.optional(),
  nextMeetingDate: clearable(line(LIMITS.nextMeetingDate)),
  comments: clearable(lines(LIMITS.comments)),
});
export type PipelineInput = z.output<typeof PipelineInput>;

/**
 * The deal form. An empty field among those `shown` becomes null (industries: an empty list); the
 * other fields are left out. The score is from `lowestScore` to 10.
 */
export function pipelineForm(
  lowestScore: number,
  shown: readonly PipelineField[] = PIPELINE_FIELDS,
) {
  const cleared = (field: PipelineField) => (field === 'industries' ? [] : null);
  return PipelineInput.extend({ evaluationScore: score(0, FORM_SCORE_RANGE).optional() })
    .transform((input) => {
      const values = shown.map((field) => [field, input[field] ?? cleared(field)]);
      return Object.fromEntries(values) as PipelineInput;
    })
    .refine(({ evaluationScore }) => (evaluationScore ?? lowestScore) >= lowestScore, {
      path: ['evaluationScore'],
      message: FORM_SCORE_RANGE,
    });
}

/** An edit: a missing key is untouched, null clears, nothing at all is refused (rules 11.9 and 11.10). */
export const PipelineChanges = PipelineInput.partial().refine(
  (changes) => Object.keys(changes).length > 0,
  'Nothing to change was sent',
);
export type PipelineChanges = Partial<PipelineInput>;

/** The inline score edit: a score must be there. */
export const ScoreEdit = z.object({
  evaluationScore: Score.refine((score) => score !== null, SCORE_RANGE),
});
