import { beforeEach, describe, expect, test, vi } from 'vitest';
import { insertRows } from '#db/batch-insert';
import { rounds } from '#db/schema';
import { transaction } from '#db/transaction';
import { setCollaborators } from '~/domain/collaborator/update.server';
import type { RoundAnswer } from '~/domain/round/json';
import * as dealsApi from '~/routes/api.pipelines';
import * as dealApi from '~/routes/api.pipelines_.$id';
import * as evaluationApi from '~/routes/api.pipelines_.$id_.evaluation';
import * as notesApi from '~/routes/api.pipelines_.$id_.notes';
import * as roundsApi from '~/routes/api.pipelines_.$id_.rounds';
import * as roundApi from '~/routes/api.pipelines_.$id_.rounds_.$round';
import * as cardApi from '~/routes/api.pipelines_.$id_.rounds_.$round_.card';
import * as recuseApi from '~/routes/api.pipelines_.$id_.rounds_.$round_.card_.recuse';
import * as closeApi from '~/routes/api.pipelines_.$id_.rounds_.$round_.close';
import * as tasksApi from '~/routes/api.pipelines_.$id_.tasks';
import { call, type CastMember, createCastForEach } from '../support/cast';
import { addDeal } from '../support/deals';

const people = createCastForEach();
let deal: number;
beforeEach(async () => {
  deal = await addDeal(people.ana, { companyName: 'Gantrywell' });
});

const at = (round?: number) => ({ params: { id: String(deal), round: String(round) } });
const path = () => `/api/pipelines/${deal}/rounds`;
const post = (as: CastMember, json: unknown) =>
  call(roundsApi, 'POST', path(), { as, ...at(), json });
const read = async (as: CastMember, round: number) => {
  const answer = await call(roundApi, 'GET', `${path()}/${round}`, { as, ...at(round) });
  return (await answer.json()) as RoundAnswer;
};
const put = (as: CastMember, round: number, json: unknown) =>
  call(cardApi, 'PUT', `${path()}/${round}/card`, { as, ...at(round), json });
const recuse = (as: CastMember, round: number, json: unknown) =>
  call(recuseApi, 'POST', `${path()}/${round}/card/recuse`, { as, ...at(round), json });
const close = (as: CastMember, round: number) =>
  call(closeApi, 'POST', `${path()}/${round}/close`, { as, ...at(round) });
const open = async (...asked: CastMember[]) => {
  const answer = await post(people.ana, {
    userIds: asked.map(({ id }) => id),
    until: '2199-12-31',
  });
  expect(answer.status).toBe(201);
  return ((await answer.json()) as RoundAnswer).id;
};
const addClosedRounds = (count: number) =>
  transaction((tx) =>
    insertRows(
      tx,
      rounds,
      Array.from({ length: count }, () => ({
        dealId: deal,
        companyName: 'Gantrywell',
        until: '2199-12-31',
        openedById: people.ana.id,
        openedByName: 'Ana',
        openedByEmail: people.ana.email,
        openedAt: new Date(),
        closedAt: new Date(),
      })),
    ),
  );
const readError = async (answer: Response) => {
  const body = (await answer.json()) as { errors?: { path: string }[] };
  return [answer.status, body.errors?.[0]?.path];
};

describe('rounds and scorecards (rules 32.1, 32.2 and 32.6)', () => {
  test('the owner opens a round with the states of everybody', async () => {
    const { ana, ben, chiara } = people;
    const answer = await post(ana, { userIds: [chiara.id, ben.id], until: '2199-12-31' });
    expect(answer.status).toBe(201);
    expect(await answer.json()).toMatchObject({
      pipelineId: deal,
      openedBy: { id: ana.id, email: ana.email },
      until: '2199-12-31',
      closedAt: null,
      evaluators: [
        { id: ben.id, email: ben.email, state: 'open' },
        { id: chiara.id, email: chiara.email, state: 'open' },
      ],
      revealed: false,
      card: null,
      cards: null,
      votes: null,
    });
    expect((await post(ana, { userIds: [ben.id], until: '2199-12-31' })).status).toBe(409);
  });

  test.each([
    ['nobody', () => ({ userIds: [], until: '2199-12-31' }), 'userIds'],
    ['an unknown account', () => ({ userIds: ['nobody'], until: '2199-12-31' }), 'userIds'],
    ['an unapproved account', () => ({ userIds: [people.pia.id], until: '2199-12-31' }), 'userIds'],
    [
      '31 people',
      () => ({ userIds: Array.from({ length: 31 }, (_, n) => `${n}`), until: '2199-12-31' }),
      'userIds',
    ],
    ['a past day', () => ({ userIds: [people.ben.id], until: '2020-01-01' }), 'until'],
    ['no day', () => ({ userIds: [people.ben.id] }), 'until'],
  ])('a round for %s is refused', async (_, json, field) => {
    expect(await readError(await post(people.ana, json()))).toEqual([400, field]);
  });

  test('the 51st round of a deal is refused', async () => {
    const { ana, ben } = people;
    await addClosedRounds(50);
    const answer = await post(ana, { userIds: [ben.id], until: '2199-12-31' });
    expect(answer.status).toBe(400);
    expect(await answer.json()).toMatchObject({ message: 'A deal can have at most 50 rounds.' });
  });

  test.each([2, 6])('%i rounds are listed newest first, in pages', async (count) => {
    const ids = await addClosedRounds(count);
    const query = '?limit=5&offset=1';
    const answer = await call(roundsApi, 'GET', path() + query, { as: people.ana, ...at() });
    expect(answer.headers.get('X-Total-Count')).toBe(String(count));
    const listed = (await answer.json()) as RoundAnswer[];
    expect(listed.map(({ id }) => id)).toEqual(ids.reverse().slice(1, 6));
    expect(listed[0]).toMatchObject({ revealed: true, cards: [] });
  });

  test('only owner and staff open and close rounds', async () => {
    const { ana, ben, chiara, tomas } = people;
    await setCollaborators(ana, deal, [ben.id]);
    const json = { userIds: [ben.id], until: '2199-12-31' };
    expect((await post(ben, json)).status).toBe(403);
    expect((await post(chiara, json)).status).toBe(404);
    const round = await open(ben);
    expect((await close(ben, round)).status).toBe(403);
    expect((await close(tomas, round)).status).toBe(200);
    expect((await close(tomas, round)).status).toBe(409);
  });

  test('a scorecard keeps what is not assessed empty', async () => {
    const { ben, chiara } = people;
    const round = await open(ben);
    const json = {
      scores: { marketSize: 7.5, teamDepth: null },
      notes: { marketNotes: 'Large', team: 'Small' },
      vote: 'support',
      reason: 'Why not',
    };
    expect((await put(ben, round, json)).status).toBe(200);
    const { card, evaluators } = await read(ben, round);
    expect(evaluators[0]!.state).toBe('draft');
    expect(card).toMatchObject({ vote: 'support', reason: 'Why not', submittedAt: null });
    expect(card!.scores).toMatchObject({ marketSize: 7.5, teamDepth: null, synergies: null });
    expect(card!.notes).toMatchObject({ marketNotes: 'Large', teamNotes: 'Small' });
    expect((await put(chiara, round, json)).status).toBe(404);
    expect((await put(people.ana, round, json)).status).toBe(403);
  });

  test.each([
    [{ scores: { marketSize: 11 } }, 'scores.marketSize'],
    [{ scores: { marketSize: 'much' } }, 'scores.marketSize'],
    [{ scores: { size: 5 } }, 'scores.size'],
    [{ notes: { marketNotes: 'x'.repeat(4001) } }, 'notes.marketNotes'],
    [{ notes: { weather: 'fine' } }, 'notes.weather'],
    [{ vote: 'maybe' }, 'vote'],
    [{ reason: 'x'.repeat(2001) }, 'reason'],
    [{ submit: true }, 'scores'],
  ])('a scorecard with %j is refused', async (json, field) => {
    const round = await open(people.ben);
    expect(await readError(await put(people.ben, round, json))).toEqual([400, field]);
    expect((await read(people.ben, round)).card).toBeNull();
  });

  test('misspelled keys alone do not empty a draft', async () => {
    const { ben } = people;
    const round = await open(ben);
    await put(ben, round, { scores: { marketSize: 4 } });
    expect((await put(ben, round, { marketSize: 8 })).status).toBe(400);
    expect((await read(ben, round)).card).toMatchObject({ scores: { marketSize: 4 } });
  });

  test('a correction stays submitted and is told', async () => {
    const { ben } = people;
    const round = await open(ben);
    await put(ben, round, { scores: { marketSize: 3 }, submit: true });
    const first = (await read(ben, round)).cards![0]!;
    expect(first).toMatchObject({ scores: { marketSize: 3 }, correctedAt: null });
    await put(ben, round, { scores: { marketSize: 4 } });
    const corrected = (await read(ben, round)).cards![0]!;
    expect(corrected.scores.marketSize).toBe(4);
    expect(corrected.submittedAt).toBe(first.submittedAt);
    expect(corrected.correctedAt).not.toBeNull();
  });

  test('a closed round refuses changes', async () => {
    const { ana, ben } = people;
    await setCollaborators(ana, deal, [ben.id]);
    const round = await open(ben);
    await close(ana, round);
    expect((await put(ben, round, { scores: { marketSize: 4 } })).status).toBe(409);
    expect((await recuse(ben, round, { reason: 'Late' })).status).toBe(409);
  });

  test('a round closes by itself after its last day', async () => {
    const { ana, ben } = people;
    await setCollaborators(ana, deal, [ben.id]);
    const today = new Date().toISOString().slice(0, 10);
    const answer = await post(ana, { userIds: [ben.id], until: today });
    const round = ((await answer.json()) as RoundAnswer).id;
    await put(ben, round, { scores: { marketSize: 4 }, submit: true });
    expect((await read(ana, round)).revealed).toBe(false);
    vi.useFakeTimers({ now: Date.parse(`${today}T00:00:00Z`) + 86_400_000, toFake: ['Date'] });
    try {
      const closed = await read(ana, round);
      expect(closed.closedAt).toBe(new Date().toISOString());
      expect(closed.cards).toHaveLength(1);
      expect((await put(ben, round, { scores: { marketSize: 5 } })).status).toBe(409);
      expect((await close(ana, round)).status).toBe(409);
    } finally {
      vi.useRealTimers();
    }
  });
});

describe('what a round reveals (rule 32.5)', () => {
  test('evaluators see others only once they have submitted', async () => {
    const { ana, ben, chiara, maren } = people;
    const round = await open(ben, chiara);
    await put(ben, round, { scores: { marketSize: 9 }, vote: 'lead', submit: true });
    for (const reader of [chiara, ana, maren])
      expect(await read(reader, round)).toMatchObject({
        revealed: false,
        card: null,
        cards: null,
        votes: null,
        evaluators: [{ state: 'submitted' }, { state: 'open' }],
      });
    await put(chiara, round, { scores: { marketSize: 1 } });
    expect((await read(chiara, round)).cards).toBeNull();
    await put(chiara, round, { scores: { marketSize: 1 }, vote: 'veto', submit: true });
    const seen = await read(chiara, round);
    expect(seen.cards!.map((card) => [card.evaluator.id, card.scores.marketSize])).toEqual([
      [ben.id, 9],
      [chiara.id, 1],
    ]);
    expect(seen.votes).toEqual({ lead: 1, support: 0, neutral: 0, veto: 1 });
    expect((await read(ana, round)).revealed).toBe(false);
    await close(ana, round);
    expect((await read(ana, round)).cards).toHaveLength(2);
  });

  test('a recused evaluator sees nothing and no longer counts', async () => {
    const { ana, ben, chiara } = people;
    const round = await open(ben, chiara);
    await put(ben, round, { scores: { marketSize: 9 }, submit: true });
    await put(chiara, round, { scores: { marketSize: 2 }, submit: true });
    expect(await readError(await recuse(chiara, round, { reason: ' ' }))).toEqual([400, 'reason']);
    expect((await recuse(chiara, round, { reason: 'My sister works there' })).status).toBe(200);
    expect(await read(chiara, round)).toMatchObject({ revealed: false, cards: null });
    expect((await put(chiara, round, { scores: { marketSize: 2 } })).status).toBe(409);
    expect((await read(ben, round)).cards).toHaveLength(1);
    await close(ana, round);
    expect((await read(ana, round)).cards).toHaveLength(1);
  });
});

describe('access of evaluators (rules 32.3 and 32.4)', () => {
  const ask = (
    module: Parameters<typeof call>[0],
    method: 'GET' | 'POST' | 'PUT',
    to: string,
    json?: unknown,
  ) => call(module, method, `/api/pipelines${to}`, { as: people.ben, ...at(), json });

  test('evaluators read a deal while the round is open', async () => {
    const { ana, ben } = people;
    const status = async () => (await ask(dealApi, 'GET', `/${deal}`)).status;
    expect(await status()).toBe(404);
    const round = await open(ben);
    expect(await status()).toBe(200);
    expect((await ask(tasksApi, 'GET', `/${deal}/tasks`)).status).toBe(200);
    await close(ana, round);
    expect(await status()).toBe(404);
    expect(
      (await call(roundApi, 'GET', `${path()}/${round}`, { as: ben, ...at(round) })).status,
    ).toBe(404);
  });

  test('evaluators write notes and nothing else', async () => {
    await open(people.ben);
    expect((await ask(notesApi, 'POST', `/${deal}/notes`, { text: 'A question' })).status).toBe(
      201,
    );
    expect((await ask(dealApi, 'PUT', `/${deal}`, { companyName: 'Other' })).status).toBe(403);
    expect((await ask(tasksApi, 'POST', `/${deal}/tasks`, { title: 'Call' })).status).toBe(403);
    expect(
      (await ask(evaluationApi, 'POST', `/${deal}/evaluation`, { marketSize: 5 })).status,
    ).toBe(403);
  });

  test('a deal stays out of the lists of its evaluators', async () => {
    await open(people.ben);
    const answer = await ask(dealsApi, 'GET', '');
    expect(await answer.json()).toEqual([]);
    expect(answer.headers.get('X-Total-Count')).toBe('0');
  });
});
