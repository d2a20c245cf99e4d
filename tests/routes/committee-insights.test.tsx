import { beforeEach, describe, expect, test } from 'vitest';
import { deals, decisions, rounds } from '#db/schema';
import { transaction } from '#db/transaction';
import { parseDealQuery } from '~/address/deal-query';
import { listDealIds } from '~/domain/deal/list.server';
import { closeDeal, moveDeal } from '~/domain/decision/move-deal.server';
import { setOutcome } from '~/domain/decision/outcome.server';
import { closeRound } from '~/domain/round/close.server';
import { openRound } from '~/domain/round/open.server';
import * as insightsApi from '~/routes/api.insights';
import * as cardApi from '~/routes/api.pipelines_.$id_.rounds_.$round_.card';
import * as reviewApi from '~/routes/api.review';
import * as page from '~/routes/insights/route';
import * as file from '~/routes/insights_.csv';
import * as reviewPage from '~/routes/review/route';
import { call, type CastMember, createCastForEach } from '../support/cast';
import { addDeal } from '../support/deals';
import { readText, renderScreen } from '../support/render-screen';

const people = createCastForEach();
let id: number;
beforeEach(async () => {
  await transaction((tx) => tx.delete(rounds));
  id = await addDeal(people.ana, { companyName: 'Gantrywell', evaluationScore: 6.5 });
});

/** Ana gives 4, Ben 6 and Tomas 9: the median is 6. */
async function addRound({ isClosed = true, scores = [4, 6, 9] } = {}): Promise<number> {
  const { ana, ben, tomas } = people;
  const given = new Map<CastMember, number>(
    [ana, ben, tomas].slice(0, scores.length).map((person, n) => [person, scores[n]!]),
  );
  const userIds = [...given.keys()].map((person) => person.id);
  const round = await openRound(ana, id, { userIds, until: '2199-12-31' });
  for (const [as, marketSize] of given) {
    const params = { id: String(id), round: String(round) };
    const json = { scores: { marketSize }, vote: 'support', submit: true };
    await call(cardApi, 'PUT', `/api/pipelines/${id}/rounds/${round}/card`, { as, params, json });
  }
  if (isClosed) await closeRound(ana, id, round);
  return round;
}
async function addRounds(count: number): Promise<void> {
  for (let n = 0; n < count; n++) await addRound();
}
const read = async (by: string, as = people.maren) => {
  const answer = await call(insightsApi, 'GET', `/api/insights?by=${by}`, { as });
  return (await answer.json()) as Record<string, unknown>;
};
const show = async (by: string, as = people.maren) =>
  readText(await renderScreen(page, `/insights?by=${by}`, { as }));
const download = async (by: string, as = people.maren) =>
  (await call(file, 'GET', `/insights/csv?by=${by}`, { as })).text();

describe('insights by evaluator (rule 32.31)', () => {
  test('five closed rounds have an offset, a range and gaps', async () => {
    await addRounds(5);
    const { evaluators } = await read('evaluator');
    const one = { rounds: 5, tooEarly: false, notAssessed: 25 / 26 };
    expect(evaluators).toMatchObject([
      { ...one, id: people.ana.id, meanOffset: -2, lowest: 4, highest: 4 },
      { ...one, id: people.ben.id, meanOffset: 0 },
      { ...one, id: people.tomas.id, meanOffset: 3, highest: 9 },
    ]);
    expect(await show('evaluator')).toMatch(/Ana Lindqvist\|5\|−2\.0\|.*4\.0 to 4\.0\|96%/s);
    expect(await download('evaluator')).toMatch(/Lindqvist"?,5,-2,4,4,0\.96/);
  });

  test('an offset is measured from the exact median', async () => {
    for (let n = 0; n < 5; n++) await addRound({ scores: [6, 6.5] });
    const { evaluators } = await read('evaluator');
    expect(evaluators).toMatchObject([
      { id: people.ana.id, meanOffset: -0.25 },
      { id: people.ben.id, meanOffset: 0.25 },
    ]);
  });

  test('users see themselves alone', async () => {
    await addRounds(5);
    expect((await read('evaluator', people.ben)).evaluators).toHaveLength(1);
    expect(await show('evaluator', people.ben)).not.toContain('Tomas Rivera|');
  });

  test('below five rounds it is too early', async () => {
    await addRounds(4);
    const own = { rounds: 4, tooEarly: true, meanOffset: null, notAssessed: null };
    expect((await read('evaluator', people.ana)).evaluators).toMatchObject([own]);
    expect(await show('evaluator', people.ana)).toContain('Too early to tell');
  });

  test('an open round counts for nobody', async () => {
    await addRound({ isClosed: false });
    expect(await read('evaluator')).toEqual({ by: 'evaluator', evaluators: [] });
  });
});

describe('insights by outcome (rule 32.30)', () => {
  async function decide(roundId?: number): Promise<void> {
    const decision = await closeDeal(people.ana, id, { stage: 'Passed', roundId });
    await setOutcome(people.ana, id, decision, { outcome: 'grew' });
  }

  test('outcomes stand beside score and votes of the time', async () => {
    await decide(await addRound());
    const { groups, listed } = await read('outcome', people.ana);
    expect(groups).toContainEqual({ outcome: 'grew', decisions: 1, meanScore: 6.5 });
    const votes = { lead: 0, support: 3, neutral: 0, veto: 0 };
    expect(listed).toMatchObject([{ pipelineId: id, score: 6.5, votes, outcome: 'grew' }]);
    expect(await show('outcome', people.ana)).toMatch(
      /Gantrywell\|Passed\|.*\|6\.5\|3 × Like it\|Grew/,
    );
    expect(await download('outcome', people.ana)).toContain('"Gantrywell","Passed"');
  });

  test('a closed round without votes has a count of zero', async () => {
    const { ana, ben } = people;
    const round = await openRound(ana, id, { userIds: [ben.id], until: '2199-12-31' });
    await closeRound(ana, id, round);
    await decide(round);
    const votes = { lead: 0, support: 0, neutral: 0, veto: 0 };
    expect((await read('outcome')).listed).toMatchObject([{ votes }]);
  });

  test('the CSV has the day of the reader', async () => {
    await decide();
    await transaction((tx) =>
      tx.update(decisions).set({ decidedAt: new Date('2026-11-26T20:00:00Z') }),
    );
    const inAuckland = { cookie: `${people.ana.cookie}; tz=Pacific/Auckland` } as CastMember;
    expect(await show('outcome', inAuckland)).toContain('Nov 27, 2026');
    expect(await download('outcome', inAuckland)).toContain('"Passed","2026-11-27"');
  });

  test('votes of an open round are not told', async () => {
    await decide(await addRound({ isClosed: false }));
    expect((await read('outcome', people.maren)).listed).toMatchObject([{ votes: null }]);
  });

  test('decisions of invisible deals are left out', async () => {
    await decide();
    expect(await read('outcome', people.ben)).toMatchObject({ decisions: 0, listed: [] });
  });
});

describe('outcomes in the review (rule 32.32)', () => {
  const YEAR_AND_DAY_MS = 366 * 86_400_000;
  const ask = async () => {
    const answer = await call(reviewApi, 'GET', '/api/review', { as: people.ana });
    const { sections } = (await answer.json()) as { sections: { key: string; count: number }[] };
    return sections.find(({ key }) => key === 'outcomes');
  };
  const age = (column: 'decidedAt' | 'outcomeAt') =>
    transaction((tx) =>
      tx.update(decisions).set({ [column]: new Date(Date.now() - YEAR_AND_DAY_MS) }),
    );

  test('a closed deal is asked about once a year', async () => {
    const decision = await closeDeal(people.ana, id, { stage: 'Passed' });
    expect(await ask()).toBeUndefined();
    await age('decidedAt');
    expect(await ask()).toMatchObject({ title: 'Were we right?', count: 1 });
    await setOutcome(people.ana, id, decision, { outcome: 'unknown' });
    expect(await ask()).toBeUndefined();
    await age('outcomeAt');
    expect(await ask()).toMatchObject({ count: 1 });
  });

  test('the list of the section has the deals that it counts', async () => {
    await closeDeal(people.ana, id, { stage: 'Passed' });
    await age('decidedAt');
    const other = await addDeal(people.ana, { companyName: 'Pinwhistle' });
    await closeDeal(people.ana, other, { stage: 'Passed' });
    const html = await renderScreen(reviewPage, '/review', { as: people.ana });
    const [, list] = /href="([^"]+)"[^>]*aria-label="[^"]+: Were we right\?"/.exec(html)!;
    const { searchParams } = new URL(list!.replaceAll('&amp;', '&'), 'http://localhost');
    expect(await listDealIds(people.ana, parseDealQuery(searchParams))).toEqual([id]);
  });

  test('the review asks for an outcome instead of a closing', async () => {
    await closeDeal(people.ana, id, { stage: 'Passed' });
    await age('decidedAt');
    const createdAt = new Date(Date.now() - YEAR_AND_DAY_MS);
    await transaction((tx) => tx.update(deals).set({ createdAt }));
    const html = await renderScreen(reviewPage, '/review?since=yesterday', { as: people.ana });
    const section = html.slice(html.indexOf('id="outcomes"'));
    expect(section).toContain('aria-label="Set outcome: Gantrywell"');
    expect(section).not.toContain('Close…: Gantrywell');
  });

  test('a failed company and an open deal are not asked about', async () => {
    const decision = await closeDeal(people.ana, id, { stage: 'Passed' });
    await setOutcome(people.ana, id, decision, { outcome: 'failed' });
    await age('decidedAt');
    await age('outcomeAt');
    expect(await ask()).toBeUndefined();
    await setOutcome(people.ana, id, decision, { outcome: null });
    expect(await ask()).toMatchObject({ count: 1 });
    await moveDeal(people.ana, id, { stage: 'Met' });
    expect(await ask()).toBeUndefined();
  });
});
