import type { Scorecard } from '#db/schema';
import { CRITERIA, type Criterion } from '~/domain/evaluation/criteria';
import { roundScore } from '~/domain/score/score';

const WIDEST_COUNT = 5;

export interface CriterionSpread {
  key: Criterion;
  label: string;
  /** In the order of the cards; null is not assessed. */
  scores: (number | null)[];
  /** Rounded to one decimal, as scores are. */
  median: number | null;
  exactMedian: number | null;
  min: number | null;
  max: number | null;
  range: number | null;
}

export function computeSpread(cards: Pick<Scorecard, Criterion>[]): CriterionSpread[] {
  return CRITERIA.map(({ key, label }) => {
    const scores = cards.map((card) => card[key]);
    const given = scores.filter((score) => score !== null).sort((a, b) => a - b);
    const min = given[0] ?? null;
    const max = given.at(-1) ?? null;
    const range = given.length > 1 ? roundScore(max! - min!) : null;
    const exactMedian = computeMedian(given);
    const median = exactMedian === null ? null : roundScore(exactMedian);
    return { key, label, scores, median, exactMedian, min, max, range };
  });
}

export function listWidest(spread: CriterionSpread[]): CriterionSpread[] {
  const differing = spread.filter(({ range }) => range);
  return differing.sort((a, b) => b.range! - a.range!).slice(0, WIDEST_COUNT);
}

function computeMedian(sorted: number[]): number | null {
  if (!sorted.length) return null;
  const middle = (sorted.length - 1) / 2;
  return (sorted[Math.floor(middle)]! + sorted[Math.ceil(middle)]!) / 2;
}
