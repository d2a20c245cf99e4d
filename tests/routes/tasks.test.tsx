import { beforeEach, describe, expect, test } from 'vitest';
import { tasks } from '#db/schema';
import { transaction } from '#db/transaction';
import { setCollaborators } from '~/domain/collaborator/update.server';
import { addDays } from '~/domain/date/calendar-day';
import { transferDeal } from '~/domain/operations/transfer-deals.server';
import { deleteDeal } from '~/domain/operations/trash/delete.server';
import { deleteUser } from '~/domain/operations/trash/delete-users.server';
import { restoreDeletedDeals } from '~/domain/operations/trash/restore.server';
import { undoOwnOperation } from '~/domain/operations/undo/undo.server';
import { pick } from '~/domain/record';
import { addTask, updateTask } from '~/domain/task/edit.server';
import { listTasks } from '~/domain/task/list.server';
import { EMPTY_TASK, TASK_EDIT_KEYS, TaskFormInput } from '~/domain/task/schema';
import { listDealHistory } from '~/domain/timeline/deal-history.server';
import * as listApi from '~/routes/api.pipelines_.$id_.tasks';
import * as oneApi from '~/routes/api.pipelines_.$id_.tasks_.$task';
import * as ownApi from '~/routes/api.tasks';
import * as dealPage from '~/routes/pipeline.$id._index/route';
import * as historyPage from '~/routes/pipeline.$id.history/route';
import * as tasksPage from '~/routes/pipeline.$id.tasks/route';
import * as taskPage from '~/routes/pipeline.$id.tasks_.$task/route';
import * as ownPage from '~/routes/tasks/route';
import { MAX_OWN_TASKS } from '~/ui/task/task-view.server';
import { readErrors } from '../support/answers';
import { call, type CastMember, createCastForEach } from '../support/cast';
import { addDeal } from '../support/deals';
import { collectFormValues } from '../support/posted-form';
import { findTags, readText, renderScreen } from '../support/render-screen';
import { readOutcome, successOutcome } from '../support/toast';

const people = createCastForEach();
let id: number;
beforeEach(async () => {
  id = await addDeal(people.ana, { companyName: 'Gantrywell' });
});

const today = new Date().toISOString().slice(0, 10);
const deal = () => ({ params: { id: String(id) } });
const of = (task: number) => ({ params: { id: String(id), task: String(task) } });
const add = (as: CastMember, json: unknown) =>
  call(listApi, 'POST', `/api/pipelines/${id}/tasks`, { as, ...deal(), json });
const list = (as: CastMember) =>
  call(listApi, 'GET', `/api/pipelines/${id}/tasks`, { as, ...deal() });
const one = (method: string, as: CastMember, task: number, json?: unknown) =>
  call(oneApi, method, `/api/pipelines/${id}/tasks/${task}`, { as, ...of(task), json });
async function own(as: CastMember) {
  const answer = await call(ownApi, 'GET', '/api/tasks', { as });
  return (await answer.json()) as { title: string; companyName: string }[];
}
const titles = async (as: CastMember) => (await own(as)).map(({ title }) => title);
const latest = async () => (await listDealHistory(people.maren, id, { limit: 1, offset: 0 }))[0]!;

describe('/api/pipelines/{id}/tasks (rules 25.7 and 25.8)', () => {
  test('people who see a deal add, change and delete its tasks', async () => {
    const { ana, ben, chiara, tomas } = people;
    await setCollaborators(ana, id, [ben.id]);
    const answer = await add(ana, { title: ' Call Ines ', dueOn: '2026-12-01', dueAt: '09:30' });
    const task = (await answer.json()) as { id: number };
    expect([answer.status, task]).toEqual([
      201,
      {
        id: expect.any(Number),
        pipelineId: id,
        title: 'Call Ines',
        userId: ana.id,
        userName: 'Ana Lindqvist',
        dueOn: '2026-12-01',
        dueAt: '09:30',
        done: false,
        condition: false,
        waived: false,
      },
    ]);
    expect(answer.headers.get('Location')).toBe(`/api/pipelines/${id}/tasks/${task.id}`);
    const other = await add(tomas, { title: 'Read the deck', userId: ben.id, done: true });
    expect(await other.json()).toMatchObject({ userName: 'Ben Okafor', dueOn: null, done: true });
    const soon = await add(ben, { title: 'Soon', userId: tomas.id, dueOn: '2026-11-30' });
    expect(await soon.json()).toMatchObject({ userId: tomas.id });
    const all = (await (await list(ben)).json()) as { title: string }[];
    expect(all.map(({ title }) => title)).toEqual(['Soon', 'Call Ines', 'Read the deck']);
    const changed = await one('PUT', ben, task.id, { userId: ben.id, dueOn: null });
    const after = { ...task, userId: ben.id, userName: 'Ben Okafor', dueOn: null, dueAt: null };
    expect(await changed.json()).toEqual(after);
    expect(await (await one('GET', ana, task.id)).json()).toEqual(after);
    for (const answered of [
      await add(chiara, { title: 'No' }),
      await list(chiara),
      await one('PUT', chiara, task.id, { done: true }),
      await one('DELETE', chiara, task.id),
      await one('PUT', ana, task.id + 99, { done: true }),
    ])
      expect(answered.status).toBe(404);
    expect((await one('DELETE', ana, task.id)).status).toBe(200);
    expect((await one('GET', ana, task.id)).status).toBe(404);
  });

  test.each([
    ['no title', {}, 'title'],
    ['a blank title', { title: ' ' }, 'title'],
    ['a day that is none', { title: 'A', dueOn: '2026-02-30' }, 'dueOn'],
    ['a time that is none', { title: 'A', dueOn: today, dueAt: '24:00' }, 'dueAt'],
    ['a time without a day', { title: 'A', dueAt: '10:00' }, 'dueAt'],
    ['no boolean', { title: 'A', done: 'yes' }, 'done'],
    ['nobody that is known', { title: 'A', userId: 'nobody' }, 'userId'],
    ['no text', { title: 'A', userId: 7 }, 'userId'],
  ])('a task with %s is refused', async (_, json, path) => {
    const answer = await add(people.ana, json);
    expect([answer.status, Object.keys(await readErrors(answer))]).toEqual([400, [path]]);
    expect(await listTasks(people.ana, id)).toEqual([]);
  });

  test('a task cannot be assigned to who does not see the deal', async () => {
    const task = await addTask(people.ana, id, { title: 'Call' });
    for (const userId of [people.chiara.id, people.pia.id]) {
      expect((await add(people.ana, { title: 'A', userId })).status).toBe(400);
      expect((await one('PUT', people.ana, task, { userId })).status).toBe(400);
    }
    expect((await one('PUT', people.ana, task, { userId: null })).status).toBe(400);
    expect((await one('PUT', people.ana, task, { dueAt: '10:00' })).status).toBe(400);
    expect(await listTasks(people.ana, id)).toMatchObject([{ userId: people.ana.id }]);
  });
});

describe('adding a collaborator with a task (rule 25.18)', () => {
  const post = (as: CastMember, userId: string) =>
    call(tasksPage, 'POST', `/pipeline/${id}/tasks`, {
      as,
      ...deal(),
      form: { title: 'Call', userId },
    });

  test('the form of a task adds a colleague to the deal', async () => {
    const { ana, ben } = people;
    const page = await renderScreen(tasksPage, `/pipeline/${id}/tasks`, { as: ana, ...deal() });
    expect(readText(page)).toContain('|Add Ben Okafor to this deal|');
    expect((await post(ana, ben.id)).status, 'without being added').toBe(400);
    expect((await post(ana, `add:${ben.id}`)).status).toBe(302);
    expect(await titles(ben)).toEqual(['Call']);
    expect((await listTasks(ben, id)).map(({ userId }) => userId)).toEqual([ben.id]);
  });

  test('a collaborator cannot add others with a task', async () => {
    const { ana, ben, chiara } = people;
    await setCollaborators(ana, id, [ben.id]);
    const page = await renderScreen(tasksPage, `/pipeline/${id}/tasks`, { as: ben, ...deal() });
    expect(readText(page)).not.toContain('to this deal|');
    expect((await post(ben, `add:${chiara.id}`)).status).toBe(403);
    expect(await listTasks(ana, id)).toEqual([]);
  });

  test('a task goes to a colleague who is added to the deal', async () => {
    const { ana, ben } = people;
    const task = await addTask(ana, id, { title: 'Call' });
    await updateTask(ana, id, task, { userId: ben.id, addsToDeal: true });
    expect(await titles(ben)).toEqual(['Call']);
  });
});

describe('own tasks (rule 25.9)', () => {
  test('own tasks list open ones, soonest first, with deals', async () => {
    const { ana, tomas } = people;
    const other = await addDeal(ana, { companyName: 'Other' });
    await addTask(ana, other, { title: 'Some day' });
    await addTask(ana, id, { title: 'All day', dueOn: '2026-12-01' });
    await addTask(ana, other, { title: 'At ten', dueOn: '2026-12-01', dueAt: '10:00' });
    await addTask(ana, id, { title: 'First', dueOn: '2026-11-01' });
    await addTask(ana, id, { title: 'Done', done: true });
    await addTask(ana, id, { title: 'Of Tomas', userId: tomas.id });
    expect(await titles(ana)).toEqual(['First', 'At ten', 'All day', 'Some day']);
    expect((await own(ana))[1]).toMatchObject({ pipelineId: other, companyName: 'Other' });
    expect(await titles(tomas)).toEqual(['Of Tomas']);
  });

  test('tasks of a deal disappear and return with access to it', async () => {
    const { ana, ben } = people;
    await setCollaborators(ana, id, [ben.id]);
    await addTask(ana, id, { title: 'Of Ben', userId: ben.id });
    await addTask(ana, id, { title: 'Of Ana' });
    expect(await titles(ben)).toEqual(['Of Ben']);
    await setCollaborators(ana, id, []);
    expect(await titles(ben)).toEqual([]);
    await transferDeal(people.maren, id, ben.email);
    expect([await titles(ben), await titles(ana)]).toEqual([['Of Ben'], []]);
    const html = await renderScreen(dealPage, `/pipeline/${id}`, { as: ben, ...deal() });
    expect(readText(html)).toContain('|Of Ana|Ana Lindqvist, who can no longer see this deal|');
  });

  test('/tasks shows overdue tasks and marks them done', async () => {
    const { ana } = people;
    const late = await addTask(ana, id, { title: 'Late', dueOn: addDays(today, -2) });
    await addTask(ana, id, { title: 'Now', dueOn: today, dueAt: '23:59' });
    const html = await renderScreen(ownPage, '/tasks', { as: ana });
    expect(readText(html)).toContain(
      '|Your tasks|Overdue|1|Late|,|Gantrywell|2 days overdue|Edit|Late|Done|Today|1|Now|,|Gantrywell|today, 23:59|',
    );
    const form = { intent: 'done', back: '/tasks' };
    const path = `/pipeline/${id}/tasks/${late}`;
    const answer = await call(taskPage, 'POST', path, { as: ana, ...of(late), form });
    expect(await readOutcome(answer)).toEqual(['/tasks#tasks', 'Done', 'Late', false]);
    expect(await titles(ana)).toEqual(['Now']);
    expect(readText(await renderScreen(ownPage, '/tasks', { as: people.ben }))).toContain(
      '|Nothing to do|',
    );
  });
});

describe('many tasks', () => {
  const addMany = async (count: number) => {
    const { ana } = people;
    const task = { dealId: id, userId: ana.id, person: ana.email };
    const rows = Array.from({ length: count }, (_, n) => ({ ...task, title: `Task ${n + 1}` }));
    await transaction(async (tx) => tx.insert(tasks).values(rows));
  };

  test('a page of tasks has 100 and links to the next', async () => {
    await addMany(120);
    const ask = async (query: string) => {
      const sent = { as: people.ana, ...deal() };
      return readText(await renderScreen(tasksPage, `/pipeline/${id}/tasks${query}`, sent));
    };
    const first = await ask('');
    expect(first).toContain('|Task 100|');
    expect(first).not.toContain('|Task 101|');
    expect(first).toContain('|More tasks|Page 1 of 2|');
    expect(await ask('?page=9')).toMatch(
      /\|Task 101\|.*\|Task 120\|.*\|Previous tasks\|Page 2 of 2\|/,
    );
  });

  test('the page of own tasks says that it ends at 500', async () => {
    await addMany(MAX_OWN_TASKS);
    expect(readText(await renderScreen(ownPage, '/tasks', { as: people.ana }))).not.toContain(
      'the first',
    );
    await addMany(1);
    const text = readText(await renderScreen(ownPage, '/tasks', { as: people.ana }));
    expect(text).toContain('These are the first 500.');
    expect(text.split('|Task ').length - 1).toBeLessThanOrEqual(2 * MAX_OWN_TASKS);
  });
});

describe('tasks on the deal page (rule 25.10)', () => {
  const post = (form: Record<string, string>) =>
    call(tasksPage, 'POST', `/pipeline/${id}/tasks`, { as: people.ana, ...deal(), form });
  const page = async (as = people.ana) =>
    renderScreen(dealPage, `/pipeline/${id}`, { as, ...deal() });

  test('the deal page adds a task once and separates done ones', async () => {
    const { ana, tomas } = people;
    expect(readText(await page())).toMatch(/\|Who\|Me\|.*Tomas Rivera\|/);
    const back = `/pipeline/${id}`;
    for (let n = 0; n < 2; n++)
      expect(await readOutcome(await post({ title: 'Call', dueOn: today, back }))).toEqual(
        successOutcome(`${back}#tasks`, 'Task added'),
      );
    await addTask(ana, id, { title: 'Read', done: true });
    await addTask(ana, id, { title: 'Meet', userId: tomas.id });
    const text = readText(await page());
    expect(text).toContain(
      '|Your tasks|Call|today|Edit|Call|Done|Meet|Tomas Rivera|Edit|Meet|Done|1 done|Read|Edit|Read|+ Add a task|To do|',
    );
  });

  test('a refused task comes back with its input and reason', async () => {
    const form = { title: 'Call', dueAt: '10:00' };
    expect((await post(form)).status).toBe(400);
    const html = await renderScreen(tasksPage, `/pipeline/${id}/tasks`, {
      as: people.ana,
      ...deal(),
      form,
    });
    expect(readText(html)).toContain('|A time needs a day|');
    expect(findTags(html, 'input').find((tag) => tag.includes('name="title"'))).toContain('"Call"');
    const focused = html.match(/<[^>]*autofocus[^>]*>/gi);
    expect(focused).toEqual([expect.stringContaining('name="dueAt"')]);
  });

  test('the form of a task clears what it does not send', () => {
    const { title, ...details } = pick({ ...EMPTY_TASK, title: 'Call' }, TASK_EDIT_KEYS);
    expect(TaskFormInput.parse({ title })).toMatchObject(details);
  });

  test('a task has a page that changes and deletes it', async () => {
    const { ana, tomas } = people;
    const task = await addTask(ana, id, { title: 'Call', dueOn: today, dueAt: '10:00' });
    const path = `/pipeline/${id}/tasks/${task}`;
    const open = (form?: Record<string, string>) =>
      renderScreen(taskPage, path, { as: ana, ...of(task), form });
    const send = (form: Record<string, string>) =>
      call(taskPage, 'POST', path, { as: ana, ...of(task), form });
    const seenIn = (html: string) =>
      /value="([^"]*)"/
        .exec(findTags(html, 'input').find((tag) => tag.includes('name="seen"'))!)![1]!
        .replaceAll('&quot;', '"');
    const form = { title: 'Write', dueOn: '', dueAt: '', userId: tomas.id, done: 'on' };
    const seen = seenIn(await open());
    expect((await send({ ...form, seen })).status).toBe(302);
    expect(await listTasks(ana, id)).toMatchObject([
      { title: 'Write', userId: tomas.id, dueOn: null, dueAt: null, done: true },
    ]);
    expect((await send({ ...form, title: 'Late', seen })).status, 'changed since').toBe(409);
    const again = seenIn(await open({ ...form, title: 'Late', seen }));
    expect((await send({ ...form, title: 'Late', done: '', seen: again })).status).toBe(302);
    expect((await readOutcome(await send({ intent: 'delete' })))[2]).toBe('Task deleted');
    expect(await listTasks(ana, id)).toEqual([]);
    await undoOwnOperation(ana, (await latest()).operationId!);
    expect(await listTasks(ana, id)).toMatchObject([{ id: task, title: 'Late' }]);
  });
});

describe('the page of a task (rule 25.10)', () => {
  test('a conflict names what others have stored', async () => {
    const { ana, tomas } = people;
    const dueOn = '2027-03-01';
    const task = await addTask(ana, id, { title: 'Call', dueOn, dueAt: '10:00' });
    const path = `/pipeline/${id}/tasks/${task}`;
    const at = { as: ana, ...of(task) };
    const { seen } = collectFormValues(await renderScreen(taskPage, path, at));
    const form = { title: 'Call back', dueOn, dueAt: '10:00', userId: ana.id, seen: seen! };
    await updateTask(tomas, id, task, { dueOn: '2027-03-02', dueAt: null, userId: tomas.id });
    const html = await renderScreen(taskPage, path, { ...at, form });
    expect(readText(html)).toContain(
      '|Someone has changed this task since you opened it. ' +
        `Person is now “${tomas.email}”. Day is now “Mar 2, 2027”. Time is now empty. ` +
        'Save again to replace that.|',
    );
  });

  test.each(['[', '{"0":1}', '['.repeat(5_000) + ']'.repeat(5_000)])(
    'a wrong version of a task, %#, is a conflict',
    async (seen) => {
      const task = await addTask(people.ana, id, { title: 'Call' });
      const answer = await call(taskPage, 'POST', `/pipeline/${id}/tasks/${task}`, {
        as: people.ana,
        ...of(task),
        form: { title: 'Write', seen },
      });
      expect(answer.status).toBe(409);
    },
  );

  test.each([
    ['ticked', { done: false }, { done: 'on' }, true],
    ['cleared', { done: true }, {}, false],
  ])('a refused task keeps "Done" %s', async (_, stored, sent, isChecked) => {
    const task = await addTask(people.ana, id, { title: 'Call', ...stored });
    const html = await renderScreen(taskPage, `/pipeline/${id}/tasks/${task}`, {
      as: people.ana,
      ...of(task),
      form: { title: '', ...sent },
    });
    const box = findTags(html, 'input').find((tag) => tag.includes('name="done"'))!;
    expect(box.includes('checked=""')).toBe(isChecked);
  });
});

describe('a task (rule 25.11)', () => {
  test('the history names a task, and its change can be undone', async () => {
    const { ana, tomas } = people;
    const task = await addTask(ana, id, { title: 'Call' });
    const act = await updateTask(ana, id, task, { userId: tomas.id, done: true });
    const text = readText(
      await renderScreen(historyPage, `/pipeline/${id}/history`, { as: ana, ...deal() }),
    );
    expect(text).toMatch(
      /\|Task changed\|Call\|.*\|Person\|Ana Lindqvist\|→\|Tomas Rivera\|Done\|no\|→\|yes\|Task created\|Call\|/,
    );
    expect(text).not.toContain(tomas.id);
    await undoOwnOperation(ana, act!);
    expect(await listTasks(ana, id)).toMatchObject([{ userId: ana.id, done: false }]);
  });

  test('tasks are deleted and restored with their deal', async () => {
    const { ana, ben, maren } = people;
    await setCollaborators(ana, id, [ben.id]);
    await addTask(ana, id, { title: 'Call', userId: ben.id, dueOn: today });
    const before = await listTasks(ana, id);
    const { entries } = await deleteDeal(ana, id);
    await restoreDeletedDeals(ana, entries);
    expect(await listTasks(ana, id)).toEqual(before);
    await deleteUser(maren, ben.id);
    expect(await listTasks(ana, id)).toMatchObject([{ title: 'Call', userName: null }]);
    const html = await renderScreen(dealPage, `/pipeline/${id}`, { as: ana, ...deal() });
    expect(readText(html)).toContain(`|Call|today · ${ben.email}, who`);
  });
});
