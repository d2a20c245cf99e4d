import { z } from 'zod';
import { CRITERIA, NOTES } from './criteria';
import { NOTES_LIMIT } from './evaluation';
import { roundScore } from './pipeline';
import { clearable, lines } from './text-schema';

const RANGE = 'Please enter a score from 1 to 10';
const DECIMAL = /^\+?(\d+\.?\d*|\.\d+)$/;

/** 1 to 10, one decimal, or null (spec §5): a number, its text, null or an empty text. */
const CriterionScore = z
  .union([z.string(), z.number(), z.null()], RANGE)
  .transform((value, context) => {
    const text = typeof value === 'string' ? value.trim() : value;
    if (text === null || text === '') return null;
    const score = typeof text === 'number' ? text : DECIMAL.test(text) ? Number(text) : Number.NaN;
    if (score >= 1 && score <= 10) return roundScore(score);
    context.addIssue({ code: 'custom', message: RANGE });
    return z.NEVER;
  })
  .optional();

/** The same schema under each key. */
export function record<K extends string, T>(keys: readonly K[], value: T): Record<K, T> {
  return Object.fromEntries(keys.map((key) => [key, value])) as Record<K, T>;
}

/** An evaluation as the form and `POST …/evaluation` send it (spec §7). A sent overallScore is ignored: the server computes it. */
export const EvaluationInput = z.object({
  ...record(
    CRITERIA.map(({ key }) => key),
    CriterionScore,
  ),
  ...record(NOTES, clearable(lines(NOTES_LIMIT))),
});
export type EvaluationInput = z.output<typeof EvaluationInput>;
