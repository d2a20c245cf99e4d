import { beforeAll, describe, expect, it, vi } from 'vitest';
import { CATEGORIES, CRITERIA } from '~/models/evaluation/criteria';
import {
  assessedCount,
  categoryScore,
  evaluationVersion,
  formValues,
  headerScore,
  overallScore,
  readScore,
  type Scores,
  typedScores,
} from '~/models/evaluation/score';
import {
  adoptHeaderScore,
  findEvaluation,
  getEvaluation,
  saveEvaluation,
} from '~/models/evaluation/write.server';
import { roundScore } from '~/models/score';
import { createPipeline, getPipeline, updatePipeline } from '~/models/pipeline/write.server';
import { type Cast, cast } from '../../support/cast';

/** The same score for all criteria of a category: category means as given, 5.8 in the header, 5.5 over all 26. */
const UNEVEN = [2, 3.2, 4.1, 5.3, 10, 6.4, 9.7];
const uneven: Scores = Object.fromEntries(
  CATEGORIES.flatMap(({ criteria }, i) => criteria.map(({ key }) => [key, UNEVEN[i]])),
);
const all = (score: number): Scores => Object.fromEntries(CRITERIA.map(({ key }) => [key, score]));

let people: Cast;
beforeAll(async () => {
  people = await cast();
});
const newDeal = (evaluationScore?: number) =>
  createPipeline(people.ana, { companyName: 'Halden Optics', industries: [], evaluationScore });

describe('the means', () => {
  it('are of the criteria, of the seven categories, and of all 26 (rules 7.6, 7.7 and 7.8)', () => {
    expect(CATEGORIES.map((category) => roundScore(categoryScore(uneven, category)))).toEqual(
      UNEVEN,
    );
    expect(roundScore(headerScore(uneven))).toBe(5.8);
    expect(overallScore(uneven)).toBe(5.5);
  });

  it('count an empty criterion as 5 (rule 7.5)', () => {
    expect([headerScore({}), overallScore({}), overallScore({ marketSize: null })]).toEqual([
      5, 5, 5,
    ]);
    expect(categoryScore({ marketSize: 9 }, CATEGORIES[0])).toBe(6);
  });

  it('are rounded half up, whatever binary makes of it', () => {
    expect(overallScore({ ...all(5), marketSize: 6.3 })).toBe(5.1);
    expect(overallScore({ ...all(5), marketSize: 6.2 })).toBe(5);
    expect([4.35, 1.05, 8.25, 9.95].map(roundScore)).toEqual([4.4, 1.1, 8.3, 10]);
  });
});

describe('the form', () => {
  it('opens with an empty box for what nobody scored (rule 7.5)', () => {
    expect(formValues({ capTable: 7, teamNotes: 'Two founders' })).toMatchObject({
      marketSize: null,
      capTable: '7.0',
      teamNotes: 'Two founders',
      marketNotes: null,
    });
  });

  it('reads a box as a score from 1 to 10, or nothing (rule 7.3)', () => {
    expect(['1', ' 10 ', '7.25', '', ' ', null, '0.9', '10.1', 'x'].map(readScore)).toEqual([
      1,
      10,
      7.3,
      null,
      null,
      null,
      null,
      null,
      null,
    ]);
  });

  it('counts as scored what somebody set, a 5 too (rule 7.10)', () => {
    const typed = { ...formValues({}), marketSize: '8', teamDepth: '5', synergies: '12' };
    expect(typedScores(typed)).toMatchObject({
      marketSize: 8,
      teamDepth: 5,
      marketGrowthRate: null,
      capTable: null,
      synergies: null,
    });
    expect(assessedCount(typedScores(typed))).toBe(2);
  });
});

describe('saving', () => {
  it('computes the overall score and leaves no stranger a trace', async () => {
    const id = await newDeal();
    await saveEvaluation(people.ana, id, uneven);
    expect(await getEvaluation(people.tomas, id)).toMatchObject({
      pipelineId: id,
      overallScore: 5.5,
      capTable: 6.4,
    });
    await expect(saveEvaluation(people.ben, id, all(1))).rejects.toMatchObject({ status: 404 });
    await expect(findEvaluation(people.ben, id)).rejects.toMatchObject({ status: 404 });
    expect(await getEvaluation(people.ana, id)).toMatchObject({ capTable: 6.4 });
  });

  it('overwrites the whole evaluation, but keeps when it was first saved (rule 7.14)', async () => {
    const id = await newDeal();
    const first = await saveEvaluation(people.ana, id, { ...uneven, teamNotes: 'Strong' });
    const second = await saveEvaluation(people.ana, id, { marketSize: 9 });
    expect(second).toMatchObject({
      marketSize: 9,
      capTable: null,
      teamNotes: null,
      overallScore: 5.2,
      createdAt: first.createdAt,
    });
  });

  it("moves the deal's Last Updated and not its score (rules 6.9 and 7.15)", async () => {
    const id = await newDeal(3.3);
    const before = await getPipeline(people.ana, id);
    const saved = await saveEvaluation(people.ana, id, all(9));
    const after = await getPipeline(people.ana, id);
    expect(after).toMatchObject({
      evaluationScore: 3.3,
      version: before.version,
      updatedAt: saved.updatedAt,
    });
  });

  it('refuses to overwrite a version that was not looked at', async () => {
    const id = await newDeal();
    const first = await saveEvaluation(people.ana, id, all(6), 0);
    await expect(saveEvaluation(people.tomas, id, all(2), 0)).rejects.toMatchObject({
      status: 412,
    });
    const second = await saveEvaluation(people.tomas, id, all(7), evaluationVersion(first));
    expect(evaluationVersion(second)).toBeGreaterThan(evaluationVersion(first));
    await expect(
      saveEvaluation(people.ana, id, all(2), evaluationVersion(first)),
    ).rejects.toMatchObject({ status: 412 });
    expect(await getEvaluation(people.ana, id)).toMatchObject({ marketSize: 7, overallScore: 7 });
  });

  it('tells two saves within one millisecond apart', async () => {
    const id = await newDeal();
    // The clock stands still: on a real one, two saves only rarely share a millisecond.
    vi.spyOn(Date, 'now').mockReturnValue(Date.now());
    const first = await saveEvaluation(people.ana, id, all(6));
    const second = await saveEvaluation(people.ana, id, all(7));
    expect(evaluationVersion(second)).toBe(evaluationVersion(first) + 1);
  });

  it('lets one of several first saves at once through', async () => {
    const id = await newDeal();
    const saves = await Promise.allSettled(
      [2, 3, 4].map((score) => saveEvaluation(people.ana, id, all(score), 0)),
    );
    expect(saves.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected', 'rejected']);
  });
});

describe('using the header as the deal score', () => {
  it('takes the mean of the categories, not the stored mean of all (rule 6.10)', async () => {
    const id = await newDeal(2);
    const { updatedAt } = await saveEvaluation(people.ana, id, uneven);
    await adoptHeaderScore(people.ana, id, updatedAt.getTime());
    expect(await getPipeline(people.ana, id)).toMatchObject({ evaluationScore: 5.8 });
  });

  it('needs the evaluation that was looked at', async () => {
    const id = await newDeal(2);
    await expect(adoptHeaderScore(people.ana, id)).rejects.toMatchObject({ status: 404 });
    await saveEvaluation(people.ana, id, uneven);
    await expect(adoptHeaderScore(people.ana, id, 1)).rejects.toMatchObject({ status: 412 });
    await expect(adoptHeaderScore(people.ben, id)).rejects.toMatchObject({ status: 404 });
    await updatePipeline(people.ana, id, {
      comments: 'An edit of the deal is none of the evaluation',
    });
    expect(await getPipeline(people.ana, id)).toMatchObject({ evaluationScore: 2 });
  });
});
