import { beforeEach, describe, expect, test } from 'vitest';
import { closeRound } from '~/domain/round/close.server';
import { listRounds } from '~/domain/round/get.server';
import { openRound } from '~/domain/round/open.server';
import { recuseEvaluator, saveScorecard } from '~/domain/round/save-scorecard.server';
import { ScorecardInput } from '~/domain/round/schema';
import { parseInput } from '~/errors';
import * as route from '~/routes/api.pipelines_.export';
import { call, type CastMember, createCastForEach } from '../support/cast';
import { addDeal } from '../support/deals';
import { addImport, compareAll, readWorkbookSheets } from '../support/import-files';
import { readWorkbook } from '../support/workbook';

const people = createCastForEach();
let dealId: number;
let roundId: number;
beforeEach(async () => {
  const { ana, ben, chiara, daichi } = people;
  dealId = await addDeal(ana, { companyName: 'Gantrywell' });
  const userIds = [ana.id, ben.id, chiara.id, daichi.id];
  roundId = await openRound(ana, dealId, { userIds, until: '2199-12-31' });
  const card = { scores: { marketSize: 8.5 }, notes: { market: '=1+1' }, vote: 'support' };
  for (const person of [ana, ben])
    await save(person, { ...card, reason: `By ${person.email}`, submit: true });
  await save(chiara, { ...card, submit: false });
  await recuseEvaluator(daichi, dealId, roundId, 'I know the founder.');
});

const save = (person: CastMember, card: object) =>
  saveScorecard(person, { dealId, roundId }, parseInput(ScorecardInput, card));

async function download(as: CastMember): Promise<Uint8Array> {
  const answer = await call(route, 'GET', '/api/pipelines/export', { as });
  expect(answer.status).toBe(200);
  return new Uint8Array(await answer.arrayBuffer());
}

/** Returns the rows below the headers, by header. */
async function readSheets(as: CastMember) {
  const workbook = readWorkbook(await download(as));
  const [Scorecards, Votes] = ['Scorecards', 'Votes'].map((name) => {
    const [head, ...rows] = workbook[name]!;
    return rows.map((row) =>
      Object.fromEntries(
        Object.entries(row).map(([column, { value }]) => [head![column]!.value, value]),
      ),
    );
  });
  return { Scorecards: Scorecards!, Votes: Votes! };
}

describe('sheets of rounds (rules 32.5 and 32.8)', () => {
  test('an export has nothing of an open round', async () => {
    for (const person of [people.ana, people.maren])
      expect(await readSheets(person)).toEqual({ Scorecards: [], Votes: [] });
  });

  test('an export has the submitted scorecards of closed rounds', async () => {
    await closeRound(people.ana, dealId, roundId);
    const { Scorecards: cards } = await readSheets(people.maren);
    expect(cards.map(({ Email }) => Email)).toEqual([people.ana.email, people.ben.email]);
    expect(cards[0]).toMatchObject({
      'Company name': 'Gantrywell',
      'Market size': '8.5',
      'Market notes': '=1+1',
    });
    expect(cards[0]!['Market growth rate']).toBeUndefined();
  });

  test('an export names the vote of everybody who was asked', async () => {
    await closeRound(people.ana, dealId, roundId);
    const { Votes: votes } = await readSheets(people.ana);
    expect(votes.map(({ Vote, Reason }) => [Vote, Reason])).toEqual([
      ['Like it', `By ${people.ana.email}`],
      ['Like it', `By ${people.ben.email}`],
      [undefined, undefined],
      ['Recused', 'I know the founder.'],
    ]);
  });

  test('an evaluator exports nothing of a deal they only read', async () => {
    await closeRound(people.ana, dealId, roundId);
    expect(await readSheets(people.ben)).toEqual({ Scorecards: [], Votes: [] });
  });

  test('importing the export again keeps rounds as they are', async () => {
    await closeRound(people.ana, dealId, roundId);
    const before = await listRounds(people.ana, dealId);
    const sheets = await readWorkbookSheets(await download(people.ana));
    const rows = await compareAll(people.ana, await addImport(people.ana, sheets));
    expect(rows.map(({ kind }) => kind)).toEqual(['unchanged']);
    expect(await listRounds(people.ana, dealId)).toEqual(before);
  });
});
