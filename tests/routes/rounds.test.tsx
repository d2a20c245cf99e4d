import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { evaluators, scorecards } from '#db/schema';
import { transaction } from '#db/transaction';
import { setCollaborators } from '~/domain/collaborator/update.server';
import { getUtcToday } from '~/domain/date/calendar-day';
import { getLocalDay } from '~/domain/date/time-zone';
import { NOTES_KEYS } from '~/domain/evaluation/criteria';
import { findEvaluation } from '~/domain/evaluation/get.server';
import { mergeDeals } from '~/domain/operations/merge/merge.server';
import { closeRound } from '~/domain/round/close.server';
import { getRound, listRounds } from '~/domain/round/get.server';
import { openRound } from '~/domain/round/open.server';
import { countDueScorecards } from '~/domain/round/reveal.server';
import * as dashboard from '~/routes/dashboard/route';
import * as dealPage from '~/routes/pipeline.$id._index/route';
import * as historyPage from '~/routes/pipeline.$id.history/route';
import * as roundPage from '~/routes/pipeline.$id.round.$round/route';
import * as roundsPage from '~/routes/pipeline.$id.rounds/route';
import * as scorecardPage from '~/routes/pipeline.$id.scorecard/route';
import * as reviewPage from '~/routes/review/route';
import * as tasksPage from '~/routes/tasks/route';
import type { FormEntries } from '~/ui/form/form-entries';
import { EnteredText } from '~/ui/form/saved-submission';
import { call, type CastMember, createCastForEach } from '../support/cast';
import { addDeal } from '../support/deals';
import { findTags, listSentFields, readText, renderScreen } from '../support/render-screen';

const people = createCastForEach();
let deal: number;
let round: number;
beforeEach(async () => {
  const { ana, ben, chiara } = people;
  deal = await addDeal(ana, { companyName: 'Gantrywell' });
  round = await openRound(ana, deal, { userIds: [ben.id, chiara.id], until: '2199-12-31' });
});

afterEach(() => void vi.useRealTimers());

const at = () => ({ params: { id: String(deal), round: String(round) } });
const sendCard = (as: CastMember, form: Record<string, string>) =>
  call(scorecardPage, 'POST', `/pipeline/${deal}/scorecard`, { as, ...at(), form });
const sendRound = (as: CastMember, intent: string) =>
  call(roundPage, 'POST', `/pipeline/${deal}/round/${round}`, { as, ...at(), form: { intent } });
const readSpread = async (as: CastMember) => {
  const answer = await call(roundPage, 'GET', `/pipeline/${deal}/round/${round}`, { as, ...at() });
  return ((await answer.json()) as { spread?: { names: string[] } }).spread;
};

/** Adds scorecards with the longest notes, which end with the category's name, and closes the round. */
async function addLongNotes(count: number): Promise<void> {
  const asked = Array.from({ length: count }, (_, n) => ({
    roundId: round,
    userId: `person ${n}`,
  }));
  const person = { name: 'Person', email: 'person@demo.example', state: 'submitted' as const };
  const entries = NOTES_KEYS.map((key) => [key, `${'x'.repeat(3_900)} ${key} end`]);
  const card = { ...Object.fromEntries(entries), savedAt: new Date(), submittedAt: new Date() };
  await transaction(async (tx) => {
    await tx.insert(evaluators).values(asked.map((row) => ({ ...row, ...person })));
    await tx.insert(scorecards).values(asked.map((row) => ({ ...row, ...card })));
  });
  await sendRound(people.ana, 'close');
}

/** Closes the open round and another one, in which nobody submits. */
async function addClosedRound(): Promise<number> {
  const { ana, ben } = people;
  await closeRound(ana, deal, round);
  const empty = await openRound(ana, deal, { userIds: [ben.id], until: '2199-12-31' });
  await closeRound(ana, deal, empty);
  return empty;
}

describe('screens of rounds (rules 32.1, 32.5 and 32.7)', () => {
  test('a scorecard is saved as a draft and submitted', async () => {
    const { ben } = people;
    expect((await sendCard(ben, { marketSize: '7', seen: '0', intent: 'draft' })).status).toBe(302);
    const { card } = await getRound(ben, deal, round);
    expect([card!.marketSize, card!.teamDepth, card!.submittedAt]).toEqual([7, null, null]);
    const stale = await sendCard(ben, { marketSize: '8', seen: '0', intent: 'submit' });
    expect(stale.status).toBe(409);
    const seen = String(card!.savedAt.getTime());
    expect((await sendCard(ben, { marketSize: '8', seen, intent: 'submit' })).status).toBe(302);
    expect((await getRound(ben, deal, round)).card!.submittedAt).not.toBeNull();
  });

  test('an open scorecard counts as due on its last day', async () => {
    const { ana, ben } = people;
    expect(await countDueScorecards(ben, getUtcToday())).toBe(0);
    const other = await addDeal(ana, { companyName: 'Pinwhistle' });
    await openRound(ana, other, { userIds: [ben.id], until: getUtcToday() });
    expect(await countDueScorecards(ben, getUtcToday())).toBe(1);
    await call(scorecardPage, 'POST', `/pipeline/${other}/scorecard`, {
      as: ben,
      params: { id: String(other) },
      form: { marketSize: '7', seen: '0', intent: 'submit' },
    });
    expect(await countDueScorecards(ben, getUtcToday())).toBe(0);
  });

  test.each([
    ['America/Los_Angeles', '2026-11-27T01:30:00Z', 'tomorrow, 4:00 PM', 0],
    ['America/Los_Angeles', '2026-11-27T18:00:00Z', 'today, 4:00 PM', 1],
    ['Pacific/Auckland', '2026-11-27T20:00:00Z', 'today', 1],
  ])('in %s, at %s a scorecard is due %s', async (timeZone, now, due, count) => {
    vi.useFakeTimers({ toFake: ['Date'], now: new Date(now) });
    const other = await addDeal(people.ana, { companyName: 'Pinwhistle' });
    await openRound(people.ana, other, { userIds: [people.ben.id], until: '2026-11-27' });
    const as = { ...people.ben, cookie: `${people.ben.cookie}; tz=${timeZone}` };
    const tasks = readText(await renderScreen(tasksPage, '/tasks', { as }));
    expect(tasks).toMatch(new RegExp(`Pinwhistle\\|Not started · due ${due}\\|`));
    const today = getLocalDay(new Date(), timeZone);
    expect(await countDueScorecards(people.ben, today)).toBe(count);
  });

  test.each([
    ['America/Los_Angeles', 'Dec 31, 2199, 4:00 PM'],
    ['Pacific/Auckland', 'Dec 31, 2199'],
  ])('in %s the scorecard is open until %s', async (timeZone, until) => {
    const as = { ...people.ben, cookie: `${people.ben.cookie}; tz=${timeZone}` };
    const path = `/pipeline/${deal}/scorecard`;
    const page = readText(await renderScreen(scorecardPage, path, { as, ...at() }));
    expect(page).toContain(`|Open until ${until}. Other evaluators`);
  });

  test('a wrong score is refused with what was typed', async () => {
    const answer = await sendCard(people.ben, { marketSize: '70', seen: '0', intent: 'draft' });
    expect(answer.status).toBe(400);
    expect(await answer.json()).toMatchObject({
      values: { marketSize: '70' },
      errors: [{ path: 'scores.marketSize' }],
    });
  });

  test('a refused scorecard stays based on what it showed', async () => {
    await sendCard(people.ben, { marketSize: '7', seen: '0', intent: 'draft' });
    const answer = await sendCard(people.ben, { marketSize: '70', seen: '0', intent: 'draft' });
    expect(await answer.json()).toMatchObject({ version: 0 });
  });

  test('the spread is shown once it is revealed', async () => {
    const { ana, ben, chiara } = people;
    await sendCard(ben, { marketSize: '8', seen: '0', intent: 'submit' });
    expect(await readSpread(chiara)).toBeUndefined();
    expect(await readSpread(ana)).toBeUndefined();
    expect((await readSpread(ben))!.names).toHaveLength(1);
    await sendRound(ana, 'close');
    expect((await readSpread(ana))!.names).toHaveLength(1);
  });

  test('a round says why no range is shown', async () => {
    const { ana, ben, chiara } = people;
    const readPage = async (as: CastMember) =>
      readText(await renderScreen(roundPage, `/pipeline/${deal}/round/${round}`, { as, ...at() }));
    const submit = (as: CastMember, scores: Record<string, string>) =>
      sendCard(as, { ...scores, seen: '0', intent: 'submit' });
    await submit(ben, { marketSize: '7' });
    expect(await readPage(ben)).toContain('|Only one scorecard was submitted.|');
    await submit(chiara, { teamDepth: '7' });
    expect(await readPage(ben)).toContain('|No criterion was scored by two people.|');
    round = await addClosedRound();
    const empty = await readPage(ana);
    expect(empty).toContain('|No scorecard was submitted.|');
    expect(empty).toContain('|Nobody has voted.|');
  });

  test('the history names the evaluators of a round', async () => {
    const address = `/pipeline/${deal}/history`;
    const html = await renderScreen(historyPage, address, { as: people.ana, ...at() });
    expect(readText(html)).toContain('Ben Okafor, Chiara Conti added');
  });

  test('long notes are shortened, and whole on demand', async () => {
    await addLongNotes(30);
    const address = `/pipeline/${deal}/round/${round}`;
    const html = await renderScreen(roundPage, address, { as: people.ana, ...at() });
    expect(html.length).toBeLessThan(1_000_000);
    expect(html).not.toContain('marketNotes end');
    const [link] = /\?notes=marketNotes/.exec(html)!;
    const whole = await renderScreen(roundPage, address + link, { as: people.ana, ...at() });
    expect(whole.match(/marketNotes end/g)).toHaveLength(30);
    expect(whole).not.toContain('businessNotes end');
  });

  test('medians become the evaluation once a round is closed', async () => {
    const { ana, ben, chiara } = people;
    await sendCard(ben, { marketSize: '8', teamDepth: '3', seen: '0', intent: 'submit' });
    await sendCard(chiara, { marketSize: '5', seen: '0', intent: 'submit' });
    expect((await sendRound(ana, 'medians')).status).toBe(409);
    await sendRound(ana, 'close');
    expect((await sendRound(ana, 'medians')).status).toBe(302);
    const evaluation = await findEvaluation(ana, deal);
    expect([evaluation!.marketSize, evaluation!.teamDepth, evaluation!.synergies]).toEqual([
      6.5,
      3,
      null,
    ]);
  });

  test('the owner opens a round from the page of rounds', async () => {
    const { ana, ben } = people;
    await sendRound(ana, 'close');
    const answer = await call(roundsPage, 'POST', `/pipeline/${deal}/rounds`, {
      as: ana,
      ...at(),
      form: { userIds: ben.id, until: '2199-12-31' },
    });
    expect(answer.status).toBe(302);
    expect(await listRounds(ana, deal)).toHaveLength(2);
  });
});

describe('a scorecard stays in its round (rules 32.2 and 32.7)', () => {
  const openNext = async () => {
    await sendRound(people.ana, 'close');
    return openRound(people.ana, deal, { userIds: [people.ben.id], until: '2199-12-31' });
  };
  const TYPED = { marketSize: '7', reason: 'A crowded market.', seen: '0', intent: 'submit' };

  test('a form of a closed round is refused with what was typed', async () => {
    const next = await openNext();
    const answer = await sendCard(people.ben, { ...TYPED, round: String(round) });
    expect(answer.status).toBe(409);
    expect(await answer.json()).toMatchObject({
      values: { marketSize: '7', reason: 'A crowded market.' },
      errors: [{ path: '', message: 'This round is closed. Nothing was saved.' }],
    });
    expect(await getRound(people.ben, deal, next)).toMatchObject({ card: null, revealed: false });
  });

  test('an evaluator without another right hears that it is closed', async () => {
    await sendRound(people.ana, 'close');
    const form = { ...TYPED, marketNotes: 'Crowded.', round: String(round) };
    const answer = await sendCard(people.chiara, form);
    const { message, typed } = (await answer.json()) as { message: string; typed: string[][] };
    expect([answer.status, message]).toEqual([409, 'This round is closed. Nothing was saved.']);
    const page = await renderScreen(
      { default: () => <EnteredText fields={typed as FormEntries} /> },
      '/pipeline/1/scorecard',
      { as: people.chiara },
    );
    expect(readText(page)).toContain(
      'market size: 7\n\nmarket notes: Crowded.\n\nreason: A crowded market.',
    );
    expect((await sendCard(people.tomas, form)).status, 'for somebody else').not.toBe(409);
  });

  test('the page of a closed round keeps what was typed', async () => {
    await openNext();
    const path = `/pipeline/${deal}/scorecard?round=${round}`;
    const form = { ...TYPED, round: String(round) };
    const page = await renderScreen(scorecardPage, path, { as: people.ben, ...at(), form });
    expect(readText(page)).toContain('This round is closed. Nothing was saved.');
    expect(page).toContain('A crowded market.</textarea>');
    expect(page).not.toContain('Submit scorecard');
    const read = await call(scorecardPage, 'GET', path, { as: people.ben, ...at() });
    expect(read.status).toBe(409);
  });

  test('the form names the round that it shows', async () => {
    const next = await openNext();
    const path = `/pipeline/${deal}/scorecard`;
    const page = await renderScreen(scorecardPage, path, { as: people.ben, ...at() });
    expect(listSentFields(page, 'marketSize')).toContainEqual(['round', String(next)]);
    expect(findTags(page, 'form').join()).toContain(`round=${next}`);
  });

  test('a refused recusal keeps the scorecard of the page', async () => {
    await sendCard(people.ben, { marketSize: '8', seen: '0', intent: 'draft' });
    const form = { recusal: ' ', round: String(round), intent: 'recuse' };
    const path = `/pipeline/${deal}/scorecard?round=${round}`;
    const page = await renderScreen(scorecardPage, path, { as: people.ben, ...at(), form });
    expect(Object.fromEntries(listSentFields(page, 'marketSize'))).toMatchObject({
      marketSize: '8.0',
    });
  });

  test('both open rounds of merged deals can be filled in', async () => {
    const { ana, ben } = people;
    const loser = await addDeal(ana, { companyName: 'Gantrywell GmbH' });
    const other = await openRound(ana, loser, { userIds: [ben.id], until: '2199-12-30' });
    await mergeDeals(ana, deal, { otherId: loser });
    for (const id of [round, other])
      await sendCard(ben, { ...TYPED, round: String(id), intent: 'draft' });
    const cards = await Promise.all([round, other].map((id) => getRound(ben, deal, id)));
    expect(cards.map(({ card }) => card?.marketSize)).toEqual([7, 7]);
    const page = await renderScreen(dealPage, `/pipeline/${deal}`, { as: ben, ...at() });
    for (const id of [round, other]) expect(page).toContain(`/scorecard?round=${id}"`);
  });

  test('a round of another deal is not found', async () => {
    const { ana, ben, chiara } = people;
    const other = await addDeal(ana);
    const foreign = await openRound(ana, other, { userIds: [ben.id], until: '2199-12-31' });
    expect((await sendCard(ben, { ...TYPED, round: String(foreign) })).status).toBe(404);
    const next = await openNext();
    await setCollaborators(ana, deal, [chiara.id]);
    expect((await sendCard(chiara, { ...TYPED, round: String(next) })).status).toBe(403);
  });
});

const DAY_SCREENS = { '/tasks': tasksPage, '/review': reviewPage };
const LINK = () => `href="/pipeline/${deal}/scorecard?round=${round}"`;

describe('evaluators find their round (rules 32.3 and 32.5)', () => {
  test.each(Object.keys(DAY_SCREENS) as (keyof typeof DAY_SCREENS)[])(
    '%s lists scorecards one is asked for',
    async (path) => {
      const show = (as: CastMember) => renderScreen(DAY_SCREENS[path], path, { as });
      const open = await show(people.ben);
      expect(open).toContain(LINK());
      expect(readText(open)).toContain('|Gantrywell|Not started · due Dec 31, 2199|');
      await sendCard(people.ben, { marketSize: '8', seen: '0', intent: 'submit' });
      expect(readText(await show(people.ben))).toContain('Submitted · open until Dec 31, 2199');
      expect(readText(await show(people.ana))).not.toContain('Your scorecards');
    },
  );

  test('the deal page says when a scorecard is due', async () => {
    const show = (as: CastMember) => renderScreen(dealPage, `/pipeline/${deal}`, { as, ...at() });
    const page = await show(people.ben);
    expect(readText(page)).toContain('Your scorecard is due Dec 31, 2199 (not started)');
    expect(page).toContain(LINK());
    expect(readText(await show(people.ana))).not.toContain('Your scorecard is');
  });

  test('the details offer an evaluator nothing that is refused', async () => {
    const path = `/dashboard?details=${deal}`;
    const readDialog = async (as: CastMember) =>
      /<dialog[\s\S]*<\/dialog>/.exec(await renderScreen(dashboard, path, { as }))![0];
    expect(await readDialog(people.ana)).toContain(`href="/pipeline/${deal}/edit`);
    const shown = await readDialog(people.ben);
    expect(shown).not.toMatch(/href="\/pipeline\/\d+\/(edit|evaluation|met|later|stage)/);
    expect(shown).toContain(`href="/pipeline/${deal}/history`);
  });

  test('the deal page lists the events of a round', async () => {
    const { ana, ben, chiara } = people;
    await sendCard(ben, { marketSize: '8', seen: '0', intent: 'submit' });
    await sendCard(chiara, { recusal: 'I know the founder.', intent: 'recuse' });
    await sendRound(ana, 'close');
    const page = readText(await renderScreen(dealPage, `/pipeline/${deal}`, { as: ana, ...at() }));
    const told = [
      'opened a round',
      'submitted a scorecard',
      'recused themselves',
      'closed a round',
    ];
    for (const sentence of told) expect(page).toContain(sentence);
    expect(page).not.toContain('I know the founder.');
  });

  test('a round that is left or closed asks no more', async () => {
    const show = (as: CastMember) => renderScreen(tasksPage, '/tasks', { as });
    await sendCard(people.ben, { recusal: 'I know the founder.', intent: 'recuse' });
    expect(await show(people.ben)).not.toContain(LINK());
    expect(await show(people.chiara)).toContain(LINK());
    await sendRound(people.ana, 'close');
    expect(await show(people.chiara)).not.toContain(LINK());
  });
});
