import { beforeEach, describe, expect, test } from 'vitest';
import { setCollaborators } from '~/domain/collaborator/update.server';
import { closeDeal, moveDeal } from '~/domain/decision/move-deal.server';
import { mergeDeals } from '~/domain/operations/merge/merge.server';
import { splitMerge } from '~/domain/operations/merge/split.server';
import { deleteDeal } from '~/domain/operations/trash/delete.server';
import { restoreFromTrash } from '~/domain/operations/trash/restore.server';
import { undoOwnOperation } from '~/domain/operations/undo/undo.server';
import { closeRound } from '~/domain/round/close.server';
import { openRound } from '~/domain/round/open.server';
import { addTask } from '~/domain/task/edit.server';
import { listTasks } from '~/domain/task/list.server';
import { listDealHistory } from '~/domain/timeline/deal-history.server';
import * as decisionsApi from '~/routes/api.pipelines_.$id_.decisions';
import * as decisionApi from '~/routes/api.pipelines_.$id_.decisions_.$decision';
import * as memosApi from '~/routes/api.pipelines_.$id_.memos';
import * as taskApi from '~/routes/api.pipelines_.$id_.tasks_.$task';
import * as dealPage from '~/routes/pipeline.$id._index/route';
import * as outcomePage from '~/routes/pipeline.$id.decisions_.$decision/route';
import * as stagePage from '~/routes/pipeline.$id.stage/route';
import * as taskPage from '~/routes/pipeline.$id.tasks_.$task/route';
import { readErrors } from '../support/answers';
import { call, createCastForEach } from '../support/cast';
import { addDeal } from '../support/deals';
import { listSentFields, readText, renderScreen } from '../support/render-screen';
import { failureOutcome, readOutcome } from '../support/toast';

const people = createCastForEach();
let id: number;
beforeEach(async () => {
  id = await addDeal(people.ana, { companyName: 'Gantrywell' });
});

interface Condition {
  id: number;
  text: string;
  done: boolean;
  waived: boolean;
}
interface Decision {
  id: number;
  roundId: number | null;
  memoId: number | null;
  conditions: Condition[];
  outcome: string | null;
  outcomeNote: string | null;
}
const at = (more = {}) => ({ as: people.ana, params: { id: String(id), ...more } });
const post = (json: object) =>
  call(decisionsApi, 'POST', `/api/pipelines/${id}/decisions`, {
    ...at(),
    json: { stage: 'Invested', ...json },
  });
async function decide(json: object): Promise<Decision> {
  const answer = await post(json);
  expect(answer.status).toBe(201);
  return (await answer.json()) as Decision;
}
const list = async (deal = id) => {
  const params = { params: { id: String(deal) } };
  const sent = { as: people.ana, ...params };
  const answer = await call(decisionsApi, 'GET', `/api/pipelines/${deal}/decisions`, sent);
  return (await answer.json()) as Decision[];
};
async function addMemo(json: object = {}): Promise<number> {
  const sent = { ...at(), json: { title: 'Lead the A', ...json } };
  const answer = await call(memosApi, 'POST', `/api/pipelines/${id}/memos`, sent);
  return ((await answer.json()) as { id: number }).id;
}
async function listMemoRounds(): Promise<(number | null)[]> {
  const answer = await call(memosApi, 'GET', `/api/pipelines/${id}/memos`, at());
  return ((await answer.json()) as { roundId: number | null }[]).map(({ roundId }) => roundId);
}
const changeTask = (task: number, json: object) =>
  call(taskApi, 'PUT', `/api/pipelines/${id}/tasks/${task}`, {
    ...at({ task: String(task) }),
    json,
  });
const CONDITIONS = [
  { text: 'Legal review', dueOn: '2027-01-15' },
  { text: 'References', userId: null, dueOn: null },
];
const dealText = async () => readText(await renderScreen(dealPage, `/pipeline/${id}`, at()));

describe('conditions of a decision (rule 32.26)', () => {
  test('each condition becomes a task with its person and day', async () => {
    const { conditions } = await decide({ conditions: CONDITIONS });
    expect(conditions).toMatchObject([
      { text: 'Legal review', dueOn: '2027-01-15', userId: people.ana.id, done: false },
      { text: 'References', dueOn: null, done: false },
    ]);
    const tasks = await listTasks(people.ana, id);
    expect(tasks.map(({ title }) => title).sort()).toEqual(['Legal review', 'References']);
  });

  test('a decision names a memo of its deal', async () => {
    const memoId = await addMemo();
    expect(await decide({ memoId })).toMatchObject({ memoId, roundId: null, conditions: [] });
  });

  test.each([
    ['roundId', { roundId: 987_654 }],
    ['memoId', { memoId: 987_654 }],
    ['memoId', { memoId: 'one' }],
    ['conditions', { conditions: 'none' }],
    ['conditions', { conditions: Array.from({ length: 21 }, () => ({ text: 'x' })) }],
    ['conditions.0.text', { conditions: [{ text: ' ' }] }],
    ['conditions.1.userId', { conditions: [{ text: 'x' }, { text: 'y', userId: 'nobody' }] }],
    ['conditions.0.dueOn', { conditions: [{ text: 'x', dueOn: 'soon' }] }],
  ])('wrong %s is 400 and stores nothing', async (field, json) => {
    const answer = await post(json);
    expect(answer.status).toBe(400);
    expect(Object.keys(await readErrors(answer))).toEqual([field]);
    expect([await list(), await listTasks(people.ana, id)]).toEqual([[], []]);
  });

  test('a memo of another deal is refused', async () => {
    const memoId = await addMemo();
    id = await addDeal(people.ana);
    expect(await readErrors(await post({ memoId }))).toHaveProperty('memoId');
  });

  test('an undone decision takes its conditions along', async () => {
    const { operationId } = await moveDeal(people.ana, id, {
      stage: 'Passed',
      conditions: CONDITIONS,
    });
    await undoOwnOperation(people.ana, operationId!);
    expect([await list(), await listTasks(people.ana, id)]).toEqual([[], []]);
  });

  test.each([
    ['met', { done: true }],
    ['given a day', { dueOn: '2199-01-05' }],
  ])('undo keeps and names a condition that was %s since', async (_, changes) => {
    const { operationId } = await moveDeal(people.ana, id, {
      stage: 'Passed',
      conditions: CONDITIONS,
    });
    const changed = (await listTasks(people.ana, id)).find(({ dueOn }) => !dueOn);
    await changeTask(changed!.id, changes);
    const { changedSince } = await undoOwnOperation(people.ana, operationId!);
    expect(changedSince.map(({ why }) => why)).toEqual(['Task: changed since by Ana Lindqvist.']);
    expect((await listTasks(people.ana, id)).map((task) => task.id)).toEqual([changed!.id]);
  });
});

describe('met and waived conditions (rule 32.27)', () => {
  test('a done task meets its condition', async () => {
    const { conditions } = await decide({ conditions: CONDITIONS });
    await changeTask(conditions[0]!.id, { done: true });
    const [decision] = await list();
    expect(decision!.conditions).toMatchObject([{ done: true, waived: false }, { done: false }]);
  });

  test('a waived condition is done, and open again if reopened', async () => {
    const { conditions } = await decide({ conditions: CONDITIONS });
    const task = conditions[0]!.id;
    await changeTask(task, { waived: true });
    expect((await list())[0]!.conditions[0]).toMatchObject({ done: true, waived: true });
    await changeTask(task, { done: false });
    expect((await list())[0]!.conditions[0]).toMatchObject({ done: false, waived: false });
  });

  test('a condition that is no longer waived is open, unless met', async () => {
    const { conditions } = await decide({ conditions: CONDITIONS });
    const task = conditions[0]!.id;
    await changeTask(task, { waived: true });
    await changeTask(task, { waived: false });
    expect((await list())[0]!.conditions[0]).toMatchObject({ done: false, waived: false });
    await changeTask(task, { waived: true });
    await changeTask(task, { waived: false, done: true });
    expect((await list())[0]!.conditions[0]).toMatchObject({ done: true, waived: false });
  });

  test('an ordinary task cannot be waived', async () => {
    const task = await addTask(people.ana, id, { title: 'Call them' });
    const answer = await changeTask(task, { waived: true });
    expect(await readErrors(answer)).toHaveProperty('waived');
  });

  test.each([
    ['waive', { done: true }, 'Someone has met this condition in the meantime. It stays met.'],
    [
      'done',
      { waived: true },
      'Someone has waived this condition in the meantime. It stays waived.',
    ],
  ])('%s on an older page leaves how a condition ended', async (intent, ending, message) => {
    const { conditions } = await decide({ conditions: CONDITIONS });
    const task = String(conditions[0]!.id);
    await changeTask(Number(task), ending);
    const before = await list();
    const answer = await call(taskPage, 'POST', '/x', { ...at({ task }), form: { intent } });
    expect(await readOutcome(answer)).toEqual(
      failureOutcome(`/pipeline/${id}`, 'Not changed', message),
    );
    expect(await list()).toEqual(before);
  });

  test('the deal’s page shows open conditions until they end', async () => {
    const { conditions } = await decide({ conditions: CONDITIONS });
    expect(await dealText()).toMatch(/Open conditions\|Legal review/);
    const [met, waived] = conditions.map((condition) => String(condition.id));
    for (const [task, intent] of [
      [met!, 'done'],
      [waived!, 'waive'],
    ] as const) {
      const form = { intent, back: `/pipeline/${id}` };
      await call(taskPage, 'POST', `/pipeline/${id}/tasks/${task}`, { ...at({ task }), form });
    }
    expect(await dealText()).not.toContain('Open conditions');
    expect((await list())[0]!.conditions).toMatchObject([{ waived: false }, { waived: true }]);
  });

  test('the deal’s page shows 20 conditions and counts others', async () => {
    const many = Array.from({ length: 20 }, (_, n) => ({ text: `Condition ${n}` }));
    await decide({ conditions: many });
    await decide({ conditions: CONDITIONS });
    const text = await dealText();
    expect(text.match(/\|Waive\|/g)).toHaveLength(20);
    expect(text).toContain('|2 more among the tasks|');
  });

  test('the form of a closing takes memo and conditions', async () => {
    const memoId = await addMemo();
    const form = {
      stage: 'Passed',
      memoId: String(memoId),
      'condition1.text': 'Legal review',
      'condition1.dueOn': '2027-01-15',
      'condition3.text': 'References',
    };
    await call(stagePage, 'POST', `/pipeline/${id}/stage`, { ...at(), form });
    const conditions = [{ text: 'Legal review', dueOn: '2027-01-15' }, { text: 'References' }];
    expect(await list()).toMatchObject([{ memoId, conditions }]);
  });

  test('the form names a wrong condition at its row', async () => {
    const form = { stage: 'Passed', 'condition2.dueOn': '2027-01-15' };
    const answer = await call(stagePage, 'POST', `/pipeline/${id}/stage`, { ...at(), form });
    expect(answer.status).toBe(400);
    expect(await answer.json()).toMatchObject({ errors: [{ path: 'condition2.text' }] });
  });
});

describe('conditions and their deal (rule 32.28)', () => {
  test('conditions go to the trash and back with their decision', async () => {
    await decide({ conditions: CONDITIONS, memoId: await addMemo() });
    const before = await list();
    const { entries } = await deleteDeal(people.ana, id);
    await restoreFromTrash(people.maren, entries[0]!);
    expect(await list()).toEqual(before);
  });

  test('conditions move with a merge and back with a split', async () => {
    await decide({ conditions: CONDITIONS });
    const before = await list();
    const winner = await addDeal(people.ana);
    const { id: merge } = await mergeDeals(people.ana, winner, { otherId: id });
    expect(await list(winner)).toEqual(before);
    await splitMerge(people.ana, winner, merge);
    expect([await list(), await list(winner)]).toEqual([before, []]);
  });
});

describe('what a decision names after a split (rule 23.18)', () => {
  test('round and memo of the other deal are named no more', async () => {
    const { ana } = people;
    const winner = id;
    id = await addDeal(ana);
    const named = {
      roundId: await openRound(ana, id, { userIds: [ana.id], until: '2199-12-31' }),
      memoId: await addMemo(),
    };
    const { id: merge } = await mergeDeals(ana, winner, { otherId: id });
    id = winner;
    expect(await decide(named)).toMatchObject(named);
    await splitMerge(ana, winner, merge);
    expect((await list())[0]).toMatchObject({ roundId: null, memoId: null });
    const page = await renderScreen(dealPage, `/pipeline/${id}`, at());
    expect(page).not.toMatch(/round\/\d|memo\/\d/);
  });

  test('a memo names no round of the other deal', async () => {
    const { ana } = people;
    const loser = await addDeal(ana);
    const roundId = await openRound(ana, loser, { userIds: [ana.id], until: '2199-12-31' });
    await closeRound(ana, loser, roundId);
    const { id: merge } = await mergeDeals(ana, id, { otherId: loser });
    await addMemo({ roundId });
    expect(await listMemoRounds()).toEqual([roundId]);
    await splitMerge(ana, id, merge);
    expect(await listMemoRounds()).toEqual([null]);
  });
});

describe('outcomes (rule 32.29)', () => {
  const put = (decision: number, json: object, as = people.ana) =>
    call(decisionApi, 'PUT', `/api/pipelines/${id}/decisions/${decision}`, {
      as,
      params: { id: String(id), decision: String(decision) },
      json,
    });

  test('an outcome with its note is stored, changed and cleared', async () => {
    const { id: decision } = await decide({});
    const note = { outcome: 'grew', outcomeNote: 'Series B' };
    expect(await (await put(decision, note)).json()).toMatchObject({ id: decision, ...note });
    await put(decision, { outcome: 'failed' });
    expect(await list()).toMatchObject([{ outcome: 'failed', outcomeNote: 'Series B' }]);
    await put(decision, { outcome: null, outcomeNote: null });
    expect(await list()).toMatchObject([{ outcome: null, outcomeNote: null }]);
  });

  test.each([
    ['outcome', { outcome: 'won' }],
    ['outcome', {}],
    ['outcomeNote', { outcome: 'grew', outcomeNote: 'x'.repeat(2001) }],
  ])('a wrong %s is 400', async (field, json) => {
    const { id: decision } = await decide({});
    const answer = await put(decision, json);
    expect(answer.status).toBe(400);
    expect(await readErrors(answer)).toHaveProperty(field);
  });

  test('an unknown or undone decision is 404', async () => {
    const { operationId } = await moveDeal(people.ana, id, { stage: 'Passed' });
    const [decision] = await list();
    await undoOwnOperation(people.ana, operationId!);
    for (const unknown of [decision!.id, 987_654])
      expect((await put(unknown, { outcome: 'grew' })).status).toBe(404);
  });

  test('outcomes are set by collaborators, and by nobody else', async () => {
    const { ana, ben } = people;
    const decision = await closeDeal(ana, id, { stage: 'Passed' });
    expect((await put(decision, { outcome: 'grew' }, ben)).status).toBe(404);
    await setCollaborators(ana, id, [ben.id]);
    expect((await put(decision, { outcome: 'grew' }, ben)).status).toBe(200);
  });

  test('the history names the outcome', async () => {
    const { id: decision } = await decide({});
    await put(decision, { outcome: 'funded_elsewhere' });
    const [event] = await listDealHistory(people.maren, id, { limit: 1, offset: 0 });
    expect(event!.fields).toEqual({ outcome: [null, 'Funded elsewhere'] });
  });

  test('the form on the deal sets the outcome', async () => {
    const { id: decision } = await decide({});
    const path = `/pipeline/${id}/decisions/${decision}`;
    const sent = { ...at({ decision: String(decision) }) };
    const form = { outcome: 'grew', outcomeNote: 'Series B' };
    await call(outcomePage, 'POST', path, { ...sent, form });
    expect(await dealText()).toContain('Outcome: Grew');
    expect(await renderScreen(outcomePage, path, sent)).toContain('Series B');
  });
});

describe('an outcome that two people edit (rule 32.29)', () => {
  const OWN = { outcome: 'grew', outcomeNote: 'Series B' };
  const OTHER = { outcome: 'failed', outcomeNote: 'Out of cash' };
  let path: string;
  let sent: ReturnType<typeof at>;
  let seen: string;
  beforeEach(async () => {
    const { id: decision } = await decide({});
    path = `/pipeline/${id}/decisions/${decision}`;
    sent = at({ decision: String(decision) });
    const page = await renderScreen(outcomePage, path, sent);
    seen = Object.fromEntries(listSentFields(page, 'outcomeNote')).seen!;
    await save({ ...OTHER, seen });
  });
  const save = (form: Record<string, string>) => call(outcomePage, 'POST', path, { ...sent, form });

  test('what somebody else saved meanwhile stays', async () => {
    expect((await save({ ...OWN, seen })).status).toBe(409);
    expect((await list())[0]).toMatchObject(OTHER);
  });

  test('the page shows both outcomes and can be sent again', async () => {
    const page = await renderScreen(outcomePage, path, { ...sent, form: { ...OWN, seen } });
    expect(readText(page)).toContain(
      'Save again to replace what is stored now:|Failed|Out of cash|',
    );
    const again = Object.fromEntries(listSentFields(page, 'outcomeNote'));
    expect(again).toMatchObject(OWN);
    expect((await save(again)).status).toBe(302);
  });
});
