import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { getDeal } from '~/domain/deal/get.server';
import { listDecisions } from '~/domain/decision/list.server';
import { moveDeal } from '~/domain/decision/move-deal.server';
import { setChoiceRequired } from '~/domain/operations/option-list/edit-options.server';
import { undoOwnOperation } from '~/domain/operations/undo/undo.server';
import { listTasks } from '~/domain/task/list.server';
import * as add from '~/routes/add/route';
import * as dealApi from '~/routes/api.pipelines_.$id';
import * as decisionsApi from '~/routes/api.pipelines_.$id_.decisions';
import * as importApi from '~/routes/api.pipelines_.import';
import * as dashboard from '~/routes/dashboard/route';
import * as dealPage from '~/routes/pipeline.$id._index/route';
import * as editPage from '~/routes/pipeline.$id.edit/route';
import * as stagePage from '~/routes/pipeline.$id.stage/route';
import * as newPage from '~/routes/pipeline.new/route';
import * as selected from '~/routes/selected/route';
import { call, createCastForEach } from '../support/cast';
import { addDeal } from '../support/deals';
import { readText, renderScreen } from '../support/render-screen';
import { readToast } from '../support/toast';

const people = createCastForEach();
const MEETING = { nextMeetingDate: '30 days', nextMeetingOn: '2027-01-15' };
const NO_MEETING = { nextMeetingDate: null, nextMeetingOn: null };
let id: number;
beforeEach(async () => {
  id = await addDeal(people.ana, { companyName: 'Gantrywell', ...MEETING });
});
afterEach(() => setChoiceRequired(people.maren, 'reasons', false));

const stored = async () => {
  const { stage, nextMeetingDate, nextMeetingOn } = await getDeal(people.ana, id);
  return { stage, nextMeetingDate, nextMeetingOn };
};
const at = () => ({ as: people.ana, params: { id: String(id) } });
const listReasons = async () =>
  (await listDecisions(people.ana, id)).map(({ stage, reason }) => `${stage}: ${reason}`);

/** Each closes the deal, with the reason if the way asks for one. */
const WAYS: Record<string, (stage: string, reason: string) => Promise<Response>> = {
  'the page of the deal and of a card': (stage, reason) =>
    call(stagePage, 'POST', `/pipeline/${id}/stage`, { ...at(), form: { stage, reason } }),
  'the cell of a list': (value, reason) => {
    const form = { intent: 'cell', cell: 'stage', id: String(id), seen: 'New', value, reason };
    return call(dashboard, 'POST', '/dashboard', { as: people.ana, form });
  },
  'a bulk change': (stage, reason) => {
    const form = { back: '/dashboard', id: [String(id)], stage, reason, note: '' };
    return call(selected, 'POST', '/selected', { as: people.ana, form });
  },
  'the form of the deal': (stage, reason) => {
    const form = { companyName: 'Gantrywell', version: '1', ...MEETING, stage, reason };
    return call(editPage, 'POST', `/pipeline/${id}/edit`, { ...at(), form });
  },
  'a decision by the API': (stage, reason) =>
    call(decisionsApi, 'POST', `/api/pipelines/${id}/decisions`, {
      ...at(),
      json: { stage, reason },
    }),
};

const CONDITION = { 'condition1.text': 'Legal review' };
const sendStage = (form: Record<string, string>) =>
  call(stagePage, 'POST', `/pipeline/${id}/stage?save=1`, { ...at(), form });

describe('a closing that is sent twice (rules 12.20 and 23.4)', () => {
  test.each([
    ['with a key', { submission: crypto.randomUUID() }],
    ['without a key', {}],
  ])('a form %s closes and adds its condition once', async (_, key: object) => {
    const form = { stage: 'Passed', reason: 'Team', text: 'No.', ...CONDITION, ...key };
    const answers = [await sendStage(form), await sendStage(form)];
    const [first, second] = await Promise.all(answers.map(readToast));
    expect(second).toEqual(first);
    expect(await listReasons()).toEqual(['Passed: Team']);
    expect(await listTasks(people.ana, id)).toHaveLength(1);
  });

  test('undo takes back all of a closing that was sent twice', async () => {
    const form = { stage: 'Passed', submission: crypto.randomUUID(), ...CONDITION };
    await sendStage(form);
    const toast = await readToast(await sendStage(form));
    await undoOwnOperation(people.ana, toast!.undo!);
    expect([await listReasons(), await listTasks(people.ana, id)]).toEqual([[], []]);
    await sendStage(form);
    expect(await listReasons()).toEqual(['Passed: null']);
  });

  test('a second closing on purpose is stored once', async () => {
    const closing = { stage: 'Passed', reason: 'Team' };
    await sendStage({ ...closing, seen: 'New', submission: crypto.randomUUID() });
    const again = { ...closing, seen: 'Passed', submission: crypto.randomUUID() };
    await sendStage(again);
    await sendStage(again);
    expect(await listReasons()).toEqual(['Passed: Team', 'Passed: Team']);
  });

  test('another text, author or reopened deal closes once more', async () => {
    const closing = { stage: 'Passed', reason: 'Team', text: 'No.' };
    await sendStage(closing);
    await sendStage({ ...closing, text: 'Never.' });
    await moveDeal(people.maren, id, { ...closing, text: 'Never.' });
    await sendStage({ stage: 'Met' });
    await sendStage({ ...closing, text: 'Never.' });
    expect(await listReasons()).toHaveLength(4);
  });

  test('the cell of a list closes once', async () => {
    const close = WAYS['the cell of a list']!;
    const answers = [await close('Passed', 'Team'), await close('Passed', 'Team')];
    const [first, second] = await Promise.all(answers.map(readToast));
    expect(second).toEqual(first);
    expect(await listReasons()).toEqual(['Passed: Team']);
  });
});

describe('closing a deal', () => {
  test.each(Object.entries(WAYS))('%s ends the meeting for a reason', async (_, close) => {
    expect((await close('Passed', 'Team')).status).toBeLessThan(400);
    expect(await stored()).toEqual({ stage: 'Passed', ...NO_MEETING });
    expect(await listReasons()).toEqual(['Passed: Team']);
  });

  test.each(Object.entries(WAYS))('%s needs no reason unless required', async (way, close) => {
    await setChoiceRequired(people.maren, 'reasons', true);
    const refused = await close('Passed', '');
    expect(refused.status).toBe(way === 'the cell of a list' ? 302 : 400);
    expect(await stored()).toEqual({ stage: 'New', ...MEETING });
    await setChoiceRequired(people.maren, 'reasons', false);
    await close('On hold', '');
    expect(await listReasons()).toEqual(['On hold: null']);
  });

  test('an edit by the API ends a meeting that it sends again', async () => {
    const put = (json: object) => call(dealApi, 'PUT', `/api/pipelines/${id}`, { ...at(), json });
    await put({ stage: 'Invested', ...MEETING });
    expect(await stored()).toEqual({ stage: 'Invested', ...NO_MEETING });
  });

  test('a new meeting that is set with the closing stays', async () => {
    const json = { stage: 'On hold', nextMeetingDate: '360 days' };
    await call(dealApi, 'PUT', `/api/pipelines/${id}`, { ...at(), json });
    expect(await stored()).toMatchObject({ stage: 'On hold', nextMeetingDate: '360 days' });
  });

  test('an import that closes a deal ends its meeting', async () => {
    const file = new File(['Company,Stage\nGantrywell,Passed\n'], 'deals.csv');
    const path = '/api/pipelines/import?onDuplicate=update';
    expect((await call(importApi, 'POST', path, { as: people.ana, file })).status).toBe(201);
    expect(await stored()).toEqual({ stage: 'Passed', ...NO_MEETING });
  });

  test.each([
    [
      'Gantrywell,,2030-12-04',
      'Gantrywell,,90 days',
      { stage: 'New', nextMeetingOn: '2030-12-04' },
    ],
    ['Gantrywell,Passed,', 'Gantrywell,,90 days', { stage: 'Passed', nextMeetingDate: '90 days' }],
  ])('rows %s and %s of one file agree', async (first, last, outcome) => {
    const others = Array.from({ length: 40 }, (_, n) => `Other ${n},,`);
    const text = ['Company,Stage,Next meeting', first, ...others, last].join('\n');
    const path = '/api/pipelines/import?onDuplicate=update';
    const file = new File([text], 'deals.csv');
    expect((await call(importApi, 'POST', path, { as: people.ana, file })).status).toBe(201);
    expect(await stored()).toMatchObject(outcome);
  });

  test('undoing a closing restores the meeting', async () => {
    const answer = await WAYS['the page of the deal and of a card']!('Passed', 'Team');
    await undoOwnOperation(people.ana, (await readToast(answer))!.undo!);
    expect(await stored()).toEqual({ stage: 'New', ...MEETING });
    expect(await listReasons()).toEqual([]);
  });

  test('moving to another open stage keeps the meeting', async () => {
    await WAYS['the cell of a list']!('Screening', '');
    expect(await stored()).toEqual({ stage: 'Screening', ...MEETING });
  });
});

describe('the stage in forms', () => {
  test.each([
    ['new', newPage, '/pipeline/new'],
    ['quick', add, '/add'],
  ] as const)('the %s form stores stage and reason', async (_, page, path) => {
    const form = { companyName: 'Shutwell', stage: 'Passed', reason: 'Market' };
    expect((await call(page, 'POST', path, { as: people.ana, form })).status).toBeLessThan(400);
    id += 1;
    expect(await stored()).toMatchObject({ stage: 'Passed' });
    expect(await listReasons()).toEqual(['Passed: Market']);
  });

  test('a missing reason is asked for at its field', async () => {
    await setChoiceRequired(people.maren, 'reasons', true);
    const form = { companyName: 'Shutwell', stage: 'Passed', reason: '', comments: 'Typed' };
    for (const [page, path] of [
      [newPage, '/pipeline/new'],
      [add, '/add'],
    ] as const) {
      const html = await renderScreen(page, path, { as: people.ana, form });
      expect(readText(html)).toContain('|Please choose a reason|');
    }
  });

  test('a form without the stage leaves it', async () => {
    const form = { companyName: 'Gantrywell', version: '1', comments: 'Seen' };
    await call(editPage, 'POST', `/pipeline/${id}/edit`, { ...at(), form });
    expect(await stored()).toMatchObject({ stage: 'New', ...MEETING });
  });
});

describe('the page of a deal that was closed', () => {
  const show = async () => {
    const html = await renderScreen(dealPage, `/pipeline/${id}`, at());
    return readText(html.slice(0, html.indexOf('id="history"')));
  };
  const move = WAYS['the page of the deal and of a card']!;

  test('a closed deal shows its stage and reason', async () => {
    await move('Passed', 'Team');
    expect(await show()).toContain('|Passed today (New before)|');
    expect(await show()).toContain('|Passed: Team|');
  });

  test('a deal that was moved back shows its stage alone', async () => {
    await move('Passed', 'Team');
    await move('Screening', '');
    const page = await show();
    expect(page).toContain('|Screening today|');
    expect(page).not.toContain('Passed');
  });

  test('a deal that is closed again shows the latest decision', async () => {
    await move('Passed', 'Team');
    await move('Screening', '');
    await move('On hold', 'Market');
    const page = await show();
    expect(page).toMatch(/\|On hold today \(Screening before\)\|.*\|On hold: Market\|/);
    expect(page).not.toContain('Passed');
  });
});
