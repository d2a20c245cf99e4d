import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { insertRows } from '#db/batch-insert';
import { tasks } from '#db/schema';
import { transaction } from '#db/transaction';
import { parseReviewQuery } from '~/address/review-query';
import { setCollaborators } from '~/domain/collaborator/update.server';
import { updateDeal } from '~/domain/deal/update.server';
import { moveDeal } from '~/domain/decision/move-deal.server';
import { hashShownOption, updateOption } from '~/domain/operations/option-list/edit-options.server';
import { retireOption } from '~/domain/operations/option-list/retire-option.server';
import { getOptionLists } from '~/domain/option-list/list.server';
import { getReview } from '~/domain/review/get.server';
import { EMPTY_TASK, MAX_TASKS_PER_DEAL } from '~/domain/task/schema';
import { formatReviewReason } from '~/format/review-reason';
import * as lists from '~/routes/admin_.lists/route';
import * as retire from '~/routes/admin_.lists_.$id';
import * as pipelinesApi from '~/routes/api.pipelines';
import * as dealApi from '~/routes/api.pipelines_.$id';
import * as decisionsApi from '~/routes/api.pipelines_.$id_.decisions';
import * as stagesApi from '~/routes/api.stages';
import * as dashboard from '~/routes/dashboard/route';
import * as dealPage from '~/routes/pipeline.$id._index/route';
import * as editPage from '~/routes/pipeline.$id.edit/route';
import * as movePage from '~/routes/pipeline.$id.stage/route';
import { call, type CastMember, createCastForEach } from '../support/cast';
import { addDeal } from '../support/deals';
import { resetOptionLists, specifiedLists } from '../support/option-lists';
import { findTags, listSentFields, readText, renderScreen } from '../support/render-screen';
import { readOutcome } from '../support/toast';

const people = createCastForEach();
let id: number;
beforeEach(async () => {
  id = await addDeal(people.ana, { companyName: 'Gantrywell', evaluationScore: 6.5 });
});
afterEach(async () => {
  vi.useRealTimers();
  await resetOptionLists();
});

const at = () => ({ params: { id: String(id) } });
const path = () => `/api/pipelines/${id}`;
const put = (as: CastMember, json: unknown) => call(dealApi, 'PUT', path(), { as, ...at(), json });
const read = async (as: CastMember) =>
  (await (await call(dealApi, 'GET', path(), { as, ...at() })).json()) as Record<string, unknown>;
const decide = (as: CastMember, json: unknown) =>
  call(decisionsApi, 'POST', `${path()}/decisions`, { as, ...at(), json });
async function readError(answer: Response) {
  const { errors } = (await answer.json()) as { errors?: { path: string }[] };
  return [answer.status, errors?.[0]?.path];
}

describe('stages in the API (rules 23.1, 23.2 and 23.4)', () => {
  test('the API lists the stages in their order', async () => {
    const answer = await call(stagesApi, 'GET', '/api/stages', { as: people.ana });
    expect(await answer.json()).toEqual(
      [
        ...['New', 'Screening', 'Met', 'Partner meeting', 'Due diligence', 'Term sheet'].map(
          (name) => ({ name, kind: 'open' }),
        ),
        { name: 'Invested', kind: 'won' },
        { name: 'Passed', kind: 'lost' },
        { name: 'On hold', kind: 'parked' },
      ].map((stage, index) => ({ id: index + 1, ...stage, position: index + 1 })),
    );
    expect((await call(stagesApi, 'GET', '/api/stages')).status).toBe(401);
  });

  test("the API returns and changes a deal's stage and its day", async () => {
    const { ana } = people;
    const before = await read(ana);
    const today = new Date().toISOString().slice(0, 10);
    expect(before).toMatchObject({ stage: 'New', stageSince: today });
    const etag = (answer: Response) => answer.headers.get('ETag');
    const same = await put(ana, { stage: 'New' });
    const moved = await put(ana, { stage: 'Due diligence' });
    expect([same.status, moved.status]).toEqual([200, 200]);
    expect(etag(moved)).not.toBe(etag(same));
    const after = await read(ana);
    expect(after).toMatchObject({ stage: 'Due diligence', stageSince: today });
    expect(after.updatedAt).not.toBe(before.updatedAt);
    const created = await call(pipelinesApi, 'POST', '/api/pipelines', {
      as: ana,
      json: { companyName: 'Other', stage: 'Met' },
    });
    expect(await created.json()).toMatchObject({ stage: 'Met' });
  });

  test.each([['Nowhere'], ['met'], [''], [null], [7], [['Met']], ['open']])(
    'the unknown stage %j is refused',
    async (stage) => {
      const json = { companyName: 'Other', stage };
      const post = call(pipelinesApi, 'POST', '/api/pipelines', { as: people.ana, json });
      expect(await readError(await post)).toEqual([400, 'stage']);
      expect(await readError(await put(people.ana, { stage, comments: 'x' }))).toEqual([
        400,
        'stage',
      ]);
      expect(await read(people.ana)).toMatchObject({ stage: 'New', comments: null });
    },
  );

  test('the API closes a deal with a reason, newest first', async () => {
    const { ana, ben, maren } = people;
    await setCollaborators(ana, id, [ben.id]);
    const said = { reason: 'Market', text: 'Too small.', lookAgainOn: '2027-03-01' };
    const answer = await decide(ben, { stage: 'Passed', ...said });
    expect(answer.status).toBe(201);
    const first = (await answer.json()) as { decidedAt: string };
    expect(first).toMatchObject({
      stage: 'Passed',
      kind: 'lost',
      ...said,
      score: 6.5,
      decidedBy: { id: ben.id, name: 'Ben Okafor', email: ben.email },
    });
    expect(Date.now() - Date.parse(first.decidedAt)).toBeLessThan(60_000);
    await decide(maren, { stage: 'On hold' });
    const list = call(decisionsApi, 'GET', `${path()}/decisions`, { as: ana, ...at() });
    expect(await (await list).json()).toMatchObject([
      { stage: 'On hold', kind: 'parked', reason: null, text: null, lookAgainOn: null },
      first,
    ]);
    expect((await decide(people.chiara, { stage: 'Passed' })).status).toBe(404);
  });

  test.each([
    ['stage', { stage: 'Met' }],
    ['stage', {}],
    ['reason', { stage: 'Passed', reason: 'Moon' }],
    ['reason', { stage: 'Passed', reason: 7 }],
    ['text', { stage: 'Passed', text: 'x'.repeat(2_001) }],
    ['lookAgainOn', { stage: 'Passed', lookAgainOn: 'in spring' }],
    ['lookAgainOn', { stage: 'Passed', lookAgainOn: '2027-02-30' }],
  ])('an invalid closing names its error: %s', async (key, json) => {
    expect(await readError(await decide(people.ana, json))).toEqual([400, key]);
    expect(await read(people.ana)).toMatchObject({ stage: 'New' });
  });
});

describe('the page that moves a deal (rules 23.4, 23.5 and 23.6)', () => {
  const page = (as: CastMember, query = '') =>
    renderScreen(movePage, `/pipeline/${id}/stage${query}`, { as, ...at() });
  const send = (form: Record<string, string>) =>
    call(movePage, 'POST', `/pipeline/${id}/stage?back=/pipeline/${id}`, {
      as: people.ana,
      ...at(),
      form,
    });

  test('the page asks why only for closing and offers an undo', async () => {
    const html = await page(people.ana, '?stage=Passed');
    expect(readText(html)).toContain('|Current stage: New|');
    const closing = findTags(html, 'input').filter((tag) => tag.includes('class="closes"'));
    expect(closing.map((tag) => /value="([^"]+)"/.exec(tag)![1])).toEqual([
      'Invested',
      'Passed',
      'On hold',
    ]);
    expect(closing[1]).toContain('checked');
    const why = { reason: 'Team', text: 'No founder.' };
    const answer = await send({ stage: 'Passed', ...why });
    expect(await readOutcome(answer)).toEqual([
      `/pipeline/${id}`,
      'Gantrywell',
      'Moved to Passed',
      false,
    ]);
    const deal = readText(
      await renderScreen(dealPage, `/pipeline/${id}`, { as: people.ana, ...at() }),
    );
    expect(deal).toContain('|Passed today (New before)|');
    expect(deal).toMatch(
      /\|Passed: Team\|– No founder\.\|\w+ \d+, \d{4}, Ana Lindqvist, score 6\.5\|/,
    );
  });

  test('a refused move keeps the input', async () => {
    await call(lists, 'POST', '/admin/lists', {
      as: people.maren,
      form: { do: 'required', required: 'on' },
    });
    const form = { stage: 'Passed', text: 'Typed.', lookAgainOn: '2027-03-01' };
    const html = await renderScreen(movePage, `/pipeline/${id}/stage`, {
      as: people.ana,
      ...at(),
      form,
    });
    expect(readText(html)).toContain('|Please choose a reason|');
    expect(html).toContain('Typed.</textarea>');
    expect(findTags(html, 'input').some((tag) => tag.includes('value="2027-03-01"'))).toBe(true);
  });

  test('a deal that somebody moved meanwhile stays (rule 3.19)', async () => {
    await moveDeal(people.tomas, id, { stage: 'Invested' });
    const form = { stage: 'Passed', seen: 'New', text: 'Typed.' };
    expect((await send(form)).status).toBe(412);
    expect(await read(people.ana)).toMatchObject({ stage: 'Invested' });
    const sent = { as: people.ana, ...at(), form };
    const html = await renderScreen(movePage, `/pipeline/${id}/stage`, sent);
    expect(readText(html)).toContain(
      '|Tomas Rivera has changed it to Invested in the meantime. Move it again to replace that.|',
    );
    expect(html).toContain('Typed.</textarea>');
  });

  test('a refused move can be sent again', async () => {
    await moveDeal(people.tomas, id, { stage: 'Invested' });
    const form = { stage: 'Met', seen: 'New' };
    const sent = { as: people.ana, ...at(), form };
    const html = await renderScreen(movePage, `/pipeline/${id}/stage`, sent);
    const again = Object.fromEntries(listSentFields(html, 'seen'));
    expect(again).toMatchObject({ stage: 'Met', seen: 'Invested' });
    expect((await send(again)).status).toBe(302);
  });

  test('a closing with too many conditions says why (rule 32.26)', async () => {
    const person = { userId: people.ana.id, person: 'Ana' };
    const task = { ...EMPTY_TASK, ...person, dealId: id, title: 'Call back' };
    const rows = Array.from({ length: MAX_TASKS_PER_DEAL }, () => task);
    await transaction((tx) => insertRows(tx, tasks, rows));
    const form = { stage: 'Passed', 'condition1.text': 'Legal review' };
    const sent = { as: people.ana, ...at(), form };
    const html = await renderScreen(movePage, `/pipeline/${id}/stage`, sent);
    expect(readText(html)).toContain('|A deal can have at most 1,000 tasks.|');
    expect(await read(people.ana)).toMatchObject({ stage: 'New' });
  });

  test('a form with a mistake keeps the stage that it showed', async () => {
    await moveDeal(people.tomas, id, { stage: 'Invested' });
    const form = { stage: 'Met', seen: 'New', lookAgainOn: 'soon' };
    const sent = { as: people.ana, ...at(), form };
    const html = await renderScreen(movePage, `/pipeline/${id}/stage`, sent);
    expect(listSentFields(html, 'seen')).toContainEqual(['seen', 'New']);
  });
});

describe('an option that two admins edit (rules 3.19 and 23.8)', () => {
  const save = (form: Record<string, string>) => {
    const seen = hashShownOption({ name: 'Met', days: null });
    const shown = { do: 'save', id: '3', name: 'Met', days: '', seen };
    return call(lists, 'POST', '/admin/lists', { as: people.maren, form: { ...shown, ...form } });
  };
  const readOption = async () => {
    const option = (await getOptionLists()).listOptions('stages').find((stage) => stage.id === 3)!;
    return [option.name, option.days];
  };

  test('a form changes only what its sender changed', async () => {
    await save({ name: 'First call' });
    expect((await save({ days: '10' })).status).toBe(302);
    expect(await readOption()).toEqual(['First call', 10]);
  });

  test('two different names are a conflict, until sent again', async () => {
    await save({ name: 'First call' });
    const answer = await save({ name: 'Second call' });
    expect(answer.status).toBe(409);
    expect(await readOption()).toEqual(['First call', null]);
    const { sent } = (await answer.json()) as { sent: Record<string, string> };
    expect((await save(sent)).status).toBe(302);
    expect(await readOption()).toEqual(['Second call', null]);
  });
});

describe("the fund's option lists (rules 23.8 and 23.9)", () => {
  const send = (form: Record<string, string>, as = people.maren) =>
    call(lists, 'POST', '/admin/lists', { as, form });
  const shown = async () =>
    readText(await renderScreen(lists, '/admin/lists', { as: people.maren }));

  test('admins add, rename, order and retire options', async () => {
    expect((await send({ do: 'add', list: 'stages' }, people.tomas)).status).toBe(403);
    await send({ do: 'add', list: 'stages', name: 'Sourced', kind: 'open', days: '14' });
    await send({ do: 'save', id: '3', name: 'First call', days: '10' });
    await send({ do: 'up', id: '3' });
    await send({ do: 'retire', id: '10' });
    const html = await renderScreen(lists, '/admin/lists', { as: people.maren });
    expect(readText(html)).toContain('|Reasons for closing|');
    const values = findTags(html, 'input')
      .filter((tag) => tag.includes('name="name"'))
      .map((tag) => /value="([^"]*)"/.exec(tag)?.[1]);
    expect(values).toEqual([
      'New',
      'First call',
      'Screening',
      'Partner meeting',
      'Due diligence',
      'Term sheet',
      'Invested',
      'Passed',
      'On hold',
      'Sourced',
      undefined,
      'Market',
      'Traction',
      'Valuation',
      'Too early',
      'Conflict',
      'Other',
      undefined,
      ...specifiedLists.listActiveNames('industries'),
      undefined,
      ...specifiedLists.listActiveNames('groups'),
      undefined,
      ...specifiedLists.listActiveNames('rounds'),
      undefined,
      ...specifiedLists.listActiveNames('meetings'),
      undefined,
    ]);
  });

  test('an invalid option shows its error and input', async () => {
    const form = { do: 'save', id: '3', name: 'passed', days: '7' };
    const html = await renderScreen(lists, '/admin/lists', { as: people.maren, form });
    expect(readText(html)).toContain('|Another stage already has this name|');
    expect(findTags(html, 'input').some((tag) => tag.includes('value="passed"'))).toBe(true);
    const refused: Record<string, string>[] = [
      { do: 'save', id: '3', name: '' },
      { do: 'save', id: '3', name: 'x'.repeat(101) },
      { do: 'add', list: 'stages', name: 'Sourced', kind: 'lucky' },
      { do: 'add', list: 'stages', name: 'Sourced', kind: 'open', days: '-1' },
      { do: 'add', list: 'nothing', name: 'Sourced' },
      { do: 'dance', id: '3' },
    ];
    for (const wrong of refused) expect((await send(wrong)).status).toBe(400);
    expect((await send({ do: 'save', id: '99', name: 'x' })).status).toBe(404);
    expect(await shown()).not.toContain('Sourced');
  });

  test('a stage with deals is retired once another replaces it', async () => {
    const asked = await send({ do: 'retire', id: '1' });
    expect(asked.headers.get('Location')).toBe('/admin/lists/1');
    const sent = { as: people.maren, params: { id: '1' } };
    const html = await renderScreen(retire, '/admin/lists/1', sent);
    expect(readText(html)).toContain(
      '|1 deal is in this stage. They move to the stage that replaces it.|',
    );
    const refused = await call(retire, 'POST', '/admin/lists/1', { ...sent, form: {} });
    expect(refused.status).toBe(400);
    const form = { replacement: '2' };
    const done = await call(retire, 'POST', '/admin/lists/1', { ...sent, form });
    expect((await readOutcome(done))[2]).toBe('New retired, 1 deal moved');
    expect(await read(people.ana)).toMatchObject({ stage: 'Screening' });
  });
});

describe('“Open only” (rule 23.3)', () => {
  test('“Open only” filters the list and its chip removes it', async () => {
    await addDeal(people.ana, { companyName: 'Shut', stage: 'Passed' });
    const all = await renderScreen(dashboard, '/dashboard', { as: people.ana });
    expect(readText(all)).toContain('|Shut|');
    expect(findTags(all, 'a').some((tag) => tag.includes('href="/dashboard?stage=open"'))).toBe(
      true,
    );
    const open = readText(
      await renderScreen(dashboard, '/dashboard?stage=open', { as: people.ana }),
    );
    expect(open).toContain('|Gantrywell|');
    expect(open).not.toContain('|Shut|');
  });
});

describe('stages in the review (rules 23.10 and 23.11)', () => {
  const UTC = { language: 'en-US', timeZone: 'UTC' };
  const reviewed = async (params = '') => {
    const sections = await getReview(
      people.ana,
      parseReviewQuery(new URLSearchParams(params)),
      UTC.timeZone,
    );
    return Object.fromEntries(
      sections.map(({ key, deals }) => [
        key,
        deals.map(({ reason }) => formatReviewReason(reason, UTC)),
      ]),
    );
  };

  test("the review names deals that exceed their stage's days", async () => {
    vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-11-01T12:00:00Z') });
    id = await addDeal(people.ana, { companyName: 'Slow', stage: 'Met' });
    vi.setSystemTime(new Date('2026-11-11T12:00:00Z'));
    expect((await reviewed()).stalled).toEqual([]);
    await updateOption(people.maren, 3, { name: 'Met', days: 10 });
    expect((await reviewed()).stalled).toEqual([]);
    vi.setSystemTime(new Date('2026-11-12T00:00:01Z'));
    expect((await reviewed()).stalled).toEqual(['in Met for 11 days']);
  });

  test('the review omits closed deals until the look-again day', async () => {
    vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-11-24T12:00:00Z') });
    id = await addDeal(people.ana, { companyName: 'Shut', nextMeetingDate: 'ASAP' });
    expect((await reviewed()).urgent).toHaveLength(1);
    await moveDeal(people.ana, id, { stage: 'Passed', lookAgainOn: '2026-11-26' });
    await updateDeal(people.ana, id, { nextMeetingDate: 'ASAP' });
    const closed = await reviewed();
    expect([closed.urgent, closed.lookAgain, closed.new!.length]).toEqual([[], [], 2]);
    expect((await reviewed('stage=lost')).urgent).toHaveLength(1);
    vi.setSystemTime(new Date('2026-11-26T00:00:00Z'));
    expect((await reviewed()).lookAgain).toEqual(['look again today']);
    await updateDeal(people.ana, id, { stage: 'Met' });
    const open = await reviewed();
    expect([open.urgent!.length, open.lookAgain]).toEqual([1, []]);
  });
});

describe('forms from before a stage got another name (rule 24.17)', () => {
  const sendMove = (form: Record<string, string>) =>
    call(movePage, 'POST', `/pipeline/${id}/stage`, { as: people.ana, ...at(), form });
  const sendEdit = (form: Record<string, string>) =>
    call(editPage, 'POST', `/pipeline/${id}/edit`, {
      as: people.ana,
      ...at(),
      form: { companyName: 'Gantrywell', comments: 'Typed.', version: '1', ...form },
    });
  const sendCell = (value: string, seen: string) =>
    call(dashboard, 'POST', '/dashboard', {
      as: people.ana,
      form: { intent: 'cell', cell: 'stage', id: String(id), value, seen },
    });
  const renameFirstStage = () =>
    updateOption(people.maren, specifiedLists.listOptions('stages')[0]!.id, {
      name: 'Sourced',
      days: null,
    });

  test('the edit form saves what else was typed', async () => {
    await renameFirstStage();
    expect((await sendEdit({ stage: 'New' })).status).toBe(302);
    expect(await read(people.ana)).toMatchObject({ stage: 'Sourced', comments: 'Typed.' });
  });

  test('the page and the cell move to the renamed stage', async () => {
    await renameFirstStage();
    await moveDeal(people.ana, id, { stage: 'Met' });
    expect((await sendMove({ stage: 'New', seen: 'Met' })).status).toBe(302);
    expect(await read(people.ana)).toMatchObject({ stage: 'Sourced' });
    await sendCell('Screening', 'New');
    expect(await read(people.ana)).toMatchObject({ stage: 'Screening' });
  });

  test('a replaced stage means its replacement', async () => {
    const [first, second] = specifiedLists.listOptions('stages');
    const page = await renderScreen(editPage, `/pipeline/${id}/edit`, { as: people.ana, ...at() });
    const opened = Object.fromEntries(listSentFields(page, 'version'));
    await retireOption(people.maren, first!.id, second!.id);
    expect((await sendMove({ stage: 'New', seen: 'New' })).status).toBe(302);
    expect((await sendEdit({ ...opened, comments: 'Typed.' })).status).toBe(302);
    expect(await read(people.ana)).toMatchObject({ stage: 'Screening', comments: 'Typed.' });
  });

  test('a renamed reason closes the deal', async () => {
    const reason = specifiedLists.listOptions('reasons').find(({ name }) => name === 'Team')!;
    await updateOption(people.maren, reason.id, { name: 'People', days: null });
    expect((await sendMove({ stage: 'Passed', reason: 'Team' })).status).toBe(302);
  });

  test('the API takes the current name alone', async () => {
    await renameFirstStage();
    expect((await put(people.ana, { stage: 'New' })).status).toBe(400);
  });
});
