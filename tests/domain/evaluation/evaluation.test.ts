import { describe, expect, it, vi } from 'vitest';
import type { Viewer } from '~/domain/access';
import { getDeal } from '~/domain/deal/get.server';
import { adoptHeaderScore } from '~/domain/evaluation/adopt-score.server';
import { CATEGORIES, CRITERIA } from '~/domain/evaluation/criteria';
import { findNextToEvaluate } from '~/domain/evaluation/find-next.server';
import {
  parseCriterionScore,
  parseCriterionScores,
  toEvaluationFormValues,
} from '~/domain/evaluation/form-values';
import { findEvaluation, getEvaluation } from '~/domain/evaluation/get.server';
import {
  computeCategoryScore,
  computeHeaderScore,
  computeOverallScore,
  countAssessedCriteria,
  type CriterionScores,
  getEvaluationVersion,
} from '~/domain/evaluation/score';
import { saveEvaluation } from '~/domain/evaluation/update.server';
import { roundScore } from '~/domain/score/score';
import { getStatus } from '../../support/answers';
import { createCast } from '../../support/cast';
import { addDeal } from '../../support/deals';

/**
 * Gives all criteria of a category one score, which makes 5.8 in the header and 5.5 over all 26.
 */
const UNEVEN = [2, 3.2, 4.1, 5.3, 10, 6.4, 9.7];
const uneven: CriterionScores = Object.fromEntries(
  CATEGORIES.flatMap(({ criteria }, i) => criteria.map(({ key }) => [key, UNEVEN[i]])),
);
const scoreAll = (score: number): CriterionScores =>
  Object.fromEntries(CRITERIA.map(({ key }) => [key, score]));

const { ana, ben, chiara, maren, tomas } = await createCast();
const newDeal = (evaluationScore?: number) => addDeal(ana, { evaluationScore });

describe('means (rules 7.5, 7.6, 7.7 and 7.8)', () => {
  it('the means cover criteria, the seven categories and all 26', () => {
    expect(
      CATEGORIES.map((category) => roundScore(computeCategoryScore(uneven, category))),
    ).toEqual(UNEVEN);
    expect(roundScore(computeHeaderScore(uneven))).toBe(5.8);
    expect(computeOverallScore(uneven)).toBe(5.5);
  });

  it('an empty criterion counts as 5, and means round half up', () => {
    expect([computeHeaderScore({}), computeOverallScore({ marketSize: null })]).toEqual([5, 5]);
    expect(computeCategoryScore({ marketSize: 9 }, CATEGORIES[0])).toBe(6);
    const means = [6.3, 6.2].map((marketSize) =>
      computeOverallScore({ ...scoreAll(5), marketSize }),
    );
    expect(means).toEqual([5.1, 5]);
  });
});

describe('evaluation form (rules 7.3, 7.5 and 7.10)', () => {
  it('the form leaves criteria without a score empty', () => {
    const values = toEvaluationFormValues({ capTable: 7, teamNotes: 'Two founders' });
    const empty = { marketSize: null, marketNotes: null };
    expect(values).toMatchObject({ capTable: '7.0', teamNotes: 'Two founders', ...empty });
  });

  it('the form reads a score from 1 to 10 or nothing', () => {
    expect(['1', ' 10 ', '7.25'].map(parseCriterionScore)).toEqual([1, 10, 7.3]);
    for (const text of ['', ' ', null, '0.9', '10.1', 'x'])
      expect(parseCriterionScore(text)).toBeNull();
  });

  it('the form counts every score that was set, including a 5', () => {
    const typed = {
      ...toEvaluationFormValues({}),
      marketSize: '8',
      teamDepth: '5',
      synergies: '12',
    };
    const none = { marketGrowthRate: null, capTable: null, synergies: null };
    expect(parseCriterionScores(typed)).toMatchObject({ marketSize: 8, teamDepth: 5, ...none });
    expect(countAssessedCriteria(parseCriterionScores(typed))).toBe(2);
  });
});

describe('saving evaluations (rules 6.9, 7.14 and 7.15)', () => {
  it('saving computes the overall score, and strangers get 404', async () => {
    const id = await newDeal();
    await saveEvaluation(ana, id, uneven);
    const saved = { dealId: id, overallScore: 5.5, capTable: 6.4 };
    for (const work of [saveEvaluation(ben, id, scoreAll(1)), findEvaluation(ben, id)])
      expect(await getStatus(work)).toBe(404);
    expect(await getEvaluation(tomas, id)).toMatchObject(saved);
  });

  it('saving overwrites the whole evaluation except createdAt', async () => {
    const id = await newDeal();
    const { createdAt } = await saveEvaluation(ana, id, { ...uneven, teamNotes: 'Strong' });
    const second = await saveEvaluation(ana, id, { marketSize: 9 });
    const empty = { capTable: null, teamNotes: null };
    expect(second).toMatchObject({ marketSize: 9, ...empty, overallScore: 5.2, createdAt });
  });

  it('saving moves Last Updated of the deal but not its score', async () => {
    const id = await newDeal(3.3);
    const { version } = await getDeal(ana, id);
    const { updatedAt } = await saveEvaluation(ana, id, scoreAll(9));
    expect(await getDeal(ana, id)).toMatchObject({ evaluationScore: 3.3, version, updatedAt });
  });

  it('saving a stale version is refused with 412', async () => {
    const id = await newDeal();
    const firsts = await Promise.all(
      [6, 2, 4].map((n) => getStatus(saveEvaluation(ana, id, scoreAll(n), 0))),
    );
    expect(firsts.sort()).toEqual([200, 412, 412]);
    const first = getEvaluationVersion(await getEvaluation(ana, id));
    const second = await saveEvaluation(tomas, id, scoreAll(7), first);
    expect(getEvaluationVersion(second)).toBeGreaterThan(first);
    expect(await getStatus(saveEvaluation(ana, id, scoreAll(2), first))).toBe(412);
    expect(await getEvaluation(ana, id)).toMatchObject({ marketSize: 7, overallScore: 7 });
  });

  it('two saves within one millisecond get different versions', async () => {
    const id = await newDeal();
    // The clock stands still: on a real one, two saves only rarely share a millisecond.
    vi.spyOn(Date, 'now').mockReturnValue(Date.now());
    const first = await saveEvaluation(ana, id, scoreAll(6));
    const second = await saveEvaluation(ana, id, scoreAll(7));
    expect(getEvaluationVersion(second)).toBe(getEvaluationVersion(first) + 1);
  });
});

describe('header score and next deal (rules 6.10 and 7.20)', () => {
  it('the header score becomes the deal score on request', async () => {
    const id = await newDeal(2);
    expect(await getStatus(adoptHeaderScore(ana, id))).toBe(404);
    const { updatedAt } = await saveEvaluation(ana, id, uneven);
    expect(await getStatus(adoptHeaderScore(ana, id, { version: 1 }))).toBe(412);
    expect(await getStatus(adoptHeaderScore(ben, id))).toBe(404);
    expect(await getDeal(ana, id)).toMatchObject({ evaluationScore: 2 });
    await adoptHeaderScore(ana, id, { version: updatedAt.getTime() });
    expect(await getDeal(ana, id)).toMatchObject({ evaluationScore: 5.8 });
  });

  it('the next deal to evaluate is the next older unevaluated one', async () => {
    const add = (owner: Viewer) => addDeal(owner, {});
    const oldest = await add(chiara);
    const evaluated = await add(chiara);
    const others = await add(ben);
    const middle = await add(chiara);
    const newest = await add(chiara);
    const evaluate = (id: number) => saveEvaluation(chiara, id, { marketSize: 7 });
    await evaluate(evaluated);
    const findNextAfter = async (id: number, viewer: Viewer = chiara) =>
      (await findNextToEvaluate(viewer, await getDeal(viewer, id)))?.id;
    for (const [id, next] of [
      [newest, middle],
      [middle, oldest],
      [evaluated, oldest],
      [oldest, newest],
    ] as const)
      expect(await findNextAfter(id)).toBe(next);
    expect(await findNextAfter(middle, maren)).toBe(others);
    for (const id of [oldest, newest]) await evaluate(id);
    expect([await findNextAfter(oldest), await findNextAfter(middle)]).toEqual([middle, undefined]);
  });
});
