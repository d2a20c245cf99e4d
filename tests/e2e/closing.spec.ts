import { expect, test } from './fixtures';
import { expectMessage, row } from './steps';

test.describe('closing a deal (rules 23.4 and 4.31)', () => {
  test(
    'a closing asks why, ends the meeting and is undone',
    { tag: '@both' },
    async ({ page, visit, api, accessible }) => {
      const meeting = { nextMeetingDate: '30 days' };
      const [id] = await api.create({ companyName: 'Gantrywell', ...meeting });
      await visit(`/pipeline/${id}/stage?back=/pipeline/${id}`);
      const reason = page.getByRole('combobox', { name: 'Reason' });
      await expect(reason).toBeHidden();
      await page.getByText('Passed', { exact: true }).click();
      await reason.selectOption('Team');
      await accessible('the reason for closing');
      await page.getByRole('button', { name: 'Move', exact: true }).click();
      await expectMessage(page, 'Gantrywell', 'Moved to Passed');
      expect(await api.read(id!)).toMatchObject({ stage: 'Passed', nextMeetingDate: null });
      await expect(page.getByText('Passed: Team')).toBeVisible();
      await page.getByRole('button', { name: 'Undo' }).click();
      await expect(page.getByText('Passed: Team')).toHaveCount(0);
      await expect(page.getByText('New today')).toBeVisible();
      expect(await api.read(id!)).toMatchObject({ stage: 'New', ...meeting });
    },
  );

  test(
    'a row of the review closes its deal for a reason',
    { tag: '@both' },
    async ({ page, visit, ready, api }) => {
      const [id] = await api.create({ companyName: 'Gantrywell', nextMeetingDate: 'ASAP' });
      await visit('/review');
      await page.getByRole('link', { name: 'Close…: Gantrywell' }).click();
      await ready();
      await expect(page.getByRole('radio', { name: 'Passed' })).toBeChecked();
      await page.getByRole('combobox', { name: 'Reason' }).selectOption('Market');
      await page.getByRole('button', { name: 'Move', exact: true }).click();
      await expectMessage(page, 'Gantrywell', 'Moved to Passed');
      await expect(page).toHaveURL(/^[^?]*\/review/);
      expect(await api.read(id!)).toMatchObject({ stage: 'Passed', nextMeetingDate: null });
    },
  );

  test(
    'a cell of the list asks for the reason of a closing',
    { tag: '@both' },
    async ({ page, visit, ready, api, accessible }) => {
      const [id] = await api.create({ companyName: 'Gantrywell', nextMeetingDate: 'ASAP' });
      await visit('/dashboard');
      await page.getByRole('link', { name: 'Change stage of Gantrywell' }).click();
      await ready();
      const reason = page.getByRole('combobox', { name: 'Reason for closing' });
      await expect(reason).toBeHidden();
      await page.getByRole('combobox', { name: 'Stage of Gantrywell' }).selectOption('Passed');
      await reason.selectOption('Market');
      await accessible('a cell with a reason');
      await page.getByRole('button', { name: 'Save', exact: true }).click();
      await expectMessage(page, 'Gantrywell', 'Moved to Passed');
      expect(await api.read(id!)).toMatchObject({ stage: 'Passed', nextMeetingDate: null });
      await expect(row(page, 'Gantrywell')).not.toContainText('URGENT');
      await page.getByRole('button', { name: 'Undo' }).click();
      await expect(row(page, 'Gantrywell')).toContainText('URGENT');
    },
  );

  test(
    'the full form and a bulk change close deals for a reason',
    { tag: '@both' },
    async ({ page, visit, api, accessible }) => {
      const [id] = await api.create({ companyName: 'Gantrywell', nextMeetingDate: 'ASAP' });
      await visit(`/pipeline/${id}/edit`);
      const stage = page.getByRole('combobox', { name: 'Stage' });
      const reason = page.getByRole('combobox', { name: 'Reason for closing' });
      await expect(reason).toBeHidden();
      await stage.selectOption('On hold');
      await reason.selectOption('Too early');
      await page.getByRole('button', { name: 'Update Deal' }).click();
      await expectMessage(page, 'Success', 'Pipeline updated successfully');
      expect(await api.read(id!)).toMatchObject({ stage: 'On hold', nextMeetingDate: null });
      await visit(`/selected?id=${id}&back=/dashboard`);
      await stage.selectOption('Passed');
      await reason.selectOption('Team');
      await accessible('the stage of several deals');
      await page.getByRole('button', { name: 'Change 1 deal' }).click();
      await expectMessage(page, 'Success', '1 deal changed');
      expect(await api.read(id!)).toMatchObject({ stage: 'Passed' });
    },
  );
});
