import { z } from 'zod';
import { MAX_SCORE_LENGTH, roundScore } from './score';

const DECIMAL_PATTERN = /^[+-]?(?:\d+(?:\.\d*)?|\.\d+)$/;

/**
 * A score from `lowest` to 10, rounded half up to one decimal, or null (rules 6.1 and 6.2). Takes a
 * number, a numeric string, null or an empty string; anything else is an issue with `message`.
 */
export function scoreSchema(minScore: number, message: string) {
  return z.union([z.string(), z.number(), z.null()], message).transform((value, context) => {
    const text = typeof value === 'string' ? value.trim() : value;
    if (text === null || text === '') return null;
    const number = typeof text === 'number' ? text : parseDecimal(text);
    if (number >= minScore && number <= 10) return roundScore(number);
    context.addIssue({ code: 'custom', message });
    return z.NEVER;
  });
}

function parseDecimal(text: string): number {
  return text.length <= MAX_SCORE_LENGTH && DECIMAL_PATTERN.test(text) ? Number(text) : Number.NaN;
}
