import { expect, test } from './fixtures';
import { expectMessage, row } from './steps';

test.describe('the first hour (rules 25.9 and 25.19)', () => {
  test(
    'quick add ends on the new deal',
    { tag: '@both' },
    async ({ page, visit, user, accessible }) => {
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
