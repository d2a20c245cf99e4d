/** In characters; no score that anybody types is longer. */
export const MAX_SCORE_LENGTH = 50;

/** Rounds half up to one decimal: 4.35 is 4.4, though its binary value is a little less. */
export function roundScore(value: number): number {
  return Math.round(Number((value * 10).toPrecision(13))) / 10;
}

export function getMinScore(stored: number | null): number {
  return stored === null ? 1 : Math.min(1, stored);
}

export type ScoreTone = 'green' | 'yellow' | 'red' | 'grey';

/** Badge colour (rule 6.4): 7 or above green, 4 or above yellow, below 4 red, none grey. */
export function getScoreTone(score: number | null): ScoreTone {
  if (score === null) return 'grey';
  return score >= 7 ? 'green' : score >= 4 ? 'yellow' : 'red';
}

export const MAX_SCORE_REASON_LENGTH = 500;
