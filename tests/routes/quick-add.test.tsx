import { describe, expect, test } from 'vitest';
import { listContacts } from '~/domain/contact/list.server';
import { addCustomField } from '~/domain/custom-field/create.server';
import { updateCustomField } from '~/domain/custom-field/update.server';
import { getDeal } from '~/domain/deal/get.server';
import { listOwnTasks } from '~/domain/task/list.server';
import { getTaskPeriod } from '~/domain/task/period';
import * as add from '~/routes/add/route';
import * as tasks from '~/routes/tasks/route';
import { call, createCastForAll } from '../support/cast';
import { addDeal } from '../support/deals';
import { readText, renderScreen } from '../support/render-screen';

const people = createCastForAll();

const quickAdd = (form: Record<string, string>) =>
  call(add, 'POST', '/add', { as: people.ana, form });

const addRequiredField = (name: string) =>
  addCustomField(people.maren, { name, kind: 'text', hint: null, required: true, options: [] });

describe('quick add (rule 25.19)', () => {
  test('quick add stores stage and contact and opens the deal', async () => {
    const answer = await quickAdd({
      companyName: 'Quickwell',
      businessIntroduction: 'Sensors for rooms',
      contactName: 'Noor Haddaway',
      contactEmail: 'noor@demo.example',
      stage: 'Screening',
      nextMeetingDate: '30 days',
    });
    const [, id] = /^\/pipeline\/(\d+)$/.exec(answer.headers.get('Location')!)!;
    expect(answer.status).toBe(303);
    const deal = await getDeal(people.ana, Number(id));
    expect(deal).toMatchObject({ companyName: 'Quickwell', stage: 'Screening' });
    const [contact] = await listContacts(people.ana, Number(id));
    expect(contact).toMatchObject({ name: 'Noor Haddaway', email: 'noor@demo.example' });
  });

  test('quick add asks before it stores a duplicate', async () => {
    await addDeal(people.ana, { companyName: 'Twicewell' });
    const answer = await quickAdd({ companyName: 'Twicewell', stage: 'New' });
    expect(answer.status).toBe(409);
    const html = await renderScreen(add, '/add', { as: people.ana });
    expect(readText(html)).toContain('|Quick add|');
  });

  test('quick add shows and stores required custom fields', async () => {
    const { key } = await addRequiredField('Heat');
    const html = await renderScreen(add, '/add', { as: people.ana });
    expect(html).toContain(`name="field-${key}"`);
    const form = { companyName: 'Heatwell', stage: 'New' };
    const refused = await renderScreen(add, '/add', { as: people.ana, form });
    expect(readText(refused)).toContain('|Heat is required|');
    const answer = await quickAdd({ ...form, [`field-${key}`]: 'High' });
    const id = Number(answer.headers.get('Location')!.split('/').at(-1));
    expect((await getDeal(people.ana, id)).fields).toEqual({ [key]: 'High' });
    await updateCustomField(people.maren, key, { archived: true });
  });

  test('quick add stores a field that is no longer required', async () => {
    const { key } = await addRequiredField('Warmth');
    await updateCustomField(people.maren, key, { required: false });
    const form = { companyName: 'Warmwell', stage: 'New', [`field-${key}`]: 'High' };
    const refused = { as: people.ana, form: { ...form, companyName: '' } };
    expect(await renderScreen(add, '/add', refused)).toMatch(/name="field-warmth"[^>]*"High"/);
    const answer = await quickAdd(form);
    const id = Number(answer.headers.get('Location')!.split('/').at(-1));
    expect((await getDeal(people.ana, id)).fields).toEqual({ [key]: 'High' });
  });

  test('quick add returns the value of an archived field', async () => {
    const { key } = await addRequiredField('Cold');
    await updateCustomField(people.maren, key, { archived: true });
    const form = { companyName: 'Coldwell', stage: 'New', [`field-${key}`]: 'Very' };
    expect((await quickAdd(form)).status).toBe(409);
    const html = await renderScreen(add, '/add', { as: people.ana, form });
    expect(readText(html)).toContain('|Cold|Very|');
    expect((await quickAdd({ companyName: 'Coldwell', stage: 'New' })).status).toBe(303);
  });

  test('quick add requires a name for an email', async () => {
    const form = { companyName: 'Lonewell', stage: 'New', contactEmail: 'a@demo.example' };
    expect((await quickAdd(form)).status).toBe(400);
  });
});

describe('the page of own tasks (rule 25.9)', () => {
  const addTask = (pipelineId: string, title: string) =>
    call(tasks, 'POST', '/tasks', { as: people.ana, form: { pipelineId, title, dueOn: '' } });

  test('a task is added to a deal by id, suggestion or name', async () => {
    const id = await addDeal(people.ana, { companyName: 'Taskwell' });
    for (const typed of [String(id), `Taskwell (#${id})`, 'taskwell'])
      expect((await addTask(typed, `Call by ${typed}`)).status).toBe(302);
    const titles = (await listOwnTasks(people.ana)).map(({ title }) => title);
    expect(titles).toEqual([`Call by ${id}`, `Call by Taskwell (#${id})`, 'Call by taskwell']);
  });

  test('a company named like a number is found by its name', async () => {
    const id = await addDeal(people.ana, { companyName: '99123456' });
    expect((await addTask('99123456', 'Call')).status).toBe(302);
    const tasks = await listOwnTasks(people.ana);
    expect(tasks.map(({ dealId }) => dealId)).toContain(id);
    const other = await addDeal(people.ana, { companyName: String(id) });
    expect((await addTask(String(id), 'Which?')).status).toBe(400);
    expect((await addTask(`${id} (#${other})`, 'This')).status).toBe(302);
  });

  test('a task of an unknown deal is refused', async () => {
    expect((await addTask('No such company', 'Call')).status).toBe(400);
    expect((await addTask(String(await addDeal(people.ben, {})), 'Call')).status).toBe(404);
  });

  test('tasks stand under the period they are due in', () => {
    const wednesday = '2026-11-25';
    const days = ['2026-11-24', wednesday, '2026-11-29', '2026-11-30', null];
    expect(days.map((day) => getTaskPeriod(day, wednesday))).toEqual([
      'overdue',
      'today',
      'week',
      'later',
      'undated',
    ]);
  });
});
