import { expect, test } from './fixtures';
import { expectMessage, row } from './steps';

test.describe('the first hour (rules 25.9 and 25.19)', () => {
  test(
    'the navigation leads everywhere and counts due tasks',
    { tag: '@both' },
    async ({ page, visit, api, admin, signIn }) => {
      const [id] = await api.create({ companyName: 'Gantrywell' });
      for (const [title, dueOn] of [
        ['Call them', '2026-01-05'],
        ['Ask for the deck', new Date().toISOString().slice(0, 10)],
        ['Read the contract', '2199-01-05'],
      ])
        await api.request.post(`/api/pipelines/${id}/tasks`, { data: { title, dueOn } });
      await visit('/tasks');
      const main = page.getByRole('navigation', { name: 'Main' });
      const names = ['Dashboard', 'Board', 'Review', 'Tasks 2', 'Insights'];
      for (const name of names)
        await expect(main.getByRole('link', { name: new RegExp(`^${name}`) })).toBeVisible();
      for (const heading of [/^Overdue/, /^Today/, /^Later/])
        await expect(page.getByRole('heading', { name: heading })).toBeVisible();
      await expect(main.getByRole('link', { name: /^Admin/ })).toHaveCount(0);
      await page.setViewportSize({ width: 390, height: 844 });
      await expect(main.getByRole('link').filter({ visible: true })).toHaveCount(5);
      await signIn(admin);
      await page.setViewportSize({ width: 1366, height: 768 });
      await visit('/dashboard');
      for (const name of [/^Admin/, /^Inbox/])
        await expect(main.getByRole('link', { name })).toBeVisible();
    },
  );

  test(
    'quick add ends on the new deal',
    { tag: '@both' },
    async ({ page, visit, user, accessible, expectedErrors }) => {
      expect(user.firstName).toBe('Ana');
      await visit('/add');
      await page.getByLabel('Company name').fill('Gantrywell');
      await page.getByLabel('What it does, in a line').fill('Sensors for rooms');
      await page.getByRole('combobox', { name: 'Stage' }).selectOption('Screening');
      await expect(page.getByRole('combobox', { name: 'Reason for closing' })).toBeHidden();
      await accessible('quick add');
      await page.getByRole('button', { name: 'Add deal' }).click();
      await page.waitForURL(/\/pipeline\/\d+$/);
      await expect(page.getByRole('heading', { name: 'Gantrywell' })).toBeVisible();
      await expect(page.getByText('Screening today')).toBeVisible();
      await visit('/pipeline/new');
      await expect(page.getByRole('combobox', { name: 'Stage' })).toHaveValue('New');
      expectedErrors.push(409);
      await visit('/add');
      await page.getByLabel('Company name').fill('Gantrywell Ltd');
      await page.getByRole('button', { name: 'Add deal' }).click();
      await expect(page.getByText('You may already have this company.')).toBeVisible();
      await page.getByRole('button', { name: 'Save anyway' }).click();
      await expect(page.getByRole('heading', { name: 'Gantrywell Ltd' })).toBeVisible();
    },
  );

  test(
    'a task is added to a deal of any name and done in place',
    { tag: '@both' },
    async ({ page, visit, api, accessible }) => {
      await api.create({ companyName: '2026' });
      await visit('/tasks');
      await page.getByRole('combobox', { name: 'Deal' }).fill('2026');
      await page.getByLabel('To do').fill('Call them');
      await page.getByRole('button', { name: 'Add task' }).click();
      await expectMessage(page, 'Success', 'Task added');
      await expect(page.getByRole('heading', { name: /^Without a day/ })).toBeVisible();
      await accessible('own tasks');
      const done = page.getByRole('button', { name: /^Done/ });
      await done.click();
      await expect(done).toHaveCount(0);
    },
  );

  test(
    'a day for the next meeting is picked and shown',
    { tag: '@both' },
    async ({ page, visit, api }) => {
      const [id] = await api.create({ companyName: 'Gantrywell' });
      await visit(`/pipeline/${id}/edit`);
      await page.getByLabel('Next meeting on').fill('2199-03-04');
      await page.getByRole('button', { name: 'Update Deal' }).click();
      await expectMessage(page, 'Success', 'Pipeline updated successfully');
      const meeting = { nextMeetingDate: '360 days', nextMeetingOn: '2199-03-04' };
      expect(await api.read(id!)).toMatchObject(meeting);
      await visit('/dashboard');
      await expect(row(page, 'Gantrywell')).toContainText('360 days(Mar 4, 2199)');
    },
  );
});
