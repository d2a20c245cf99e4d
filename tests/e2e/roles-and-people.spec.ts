import type { Page } from '@playwright/test';
import { expect, test } from './fixtures';
import { expectMessage } from './steps';

/** Chooses a colleague in the task form, which is behind a link on the deal's page. */
async function addTask(page: Page, title: string, label: string): Promise<void> {
  await page.getByText('Add a task').click();
  await page.getByLabel('To do').fill(title);
  await page.getByRole('combobox', { name: 'Who' }).selectOption(label);
  await page.getByRole('button', { name: 'Add task' }).click();
}

test.describe('roles and groups (rules 2.17 and 11.36)', () => {
  test(
    'an admin changes role and group, and the history says so',
    { tag: '@both' },
    async ({ page, visit, ready, admin, signUp, signIn }) => {
      const ben = await signUp('Ben');
      await signIn(admin);
      await visit(`/admin/users/${ben.id}`);
      await page.getByRole('combobox', { name: 'Role' }).selectOption('Manager');
      const group = page.getByRole('combobox', { name: 'Group' });
      const groups = await group.locator('option').allTextContents();
      const current = await group.inputValue();
      const other = groups.find((name) => name !== current)!;
      await group.selectOption(other);
      await page.getByRole('button', { name: 'Save', exact: true }).click();
      await ready();
      await expect(page.getByRole('combobox', { name: 'Role' })).toHaveValue('manager');
      await expect(group).toHaveValue(other);
      await visit('/admin/history');
      await expect(
        page.getByRole('listitem').filter({ hasText: 'Ben Lindqvist' }).first(),
      ).toContainText('user → manager');
      await signIn(ben);
      await visit('/admin');
      await expect(page.getByText('Manager', { exact: true }).first()).toBeVisible();
    },
  );
});

test.describe('people where they are missed (rules 2.16 and 25.8)', () => {
  test(
    'a task gives the deal to who could not see it',
    { tag: '@both' },
    async ({ page, visit, api, signUp }) => {
      const quirin = await signUp('Quirin');
      const [id] = await api.create({ companyName: 'Gantrywell' });
      await visit(`/pipeline/${id}`);
      await addTask(page, 'Call them', 'Add Quirin Lindqvist to this deal');
      await expectMessage(page, 'Success', 'Task added');
      expect(await quirin.api.exists(id!)).toBe(true);
    },
  );

  test(
    'a note adds whom it mentions to the deal',
    { tag: '@both' },
    async ({ page, visit, api, signUp }) => {
      const wenzel = await signUp('Wenzel');
      const [id] = await api.create({ companyName: 'Gantrywell' });
      await visit(`/pipeline/${id}`);
      await page.getByLabel('Add a note').fill('@Wenzel, a view on this?');
      await page
        .getByRole('checkbox', { name: /^Add (Wenzel|people I mention) to this deal$/ })
        .check();
      await page.getByRole('button', { name: 'Add note' }).click();
      await expect(page.getByRole('listitem').filter({ hasText: 'a view on this?' })).toBeVisible();
      expect(await wenzel.api.exists(id!)).toBe(true);
    },
  );
});

test.describe('two scores (rule 6.10)', () => {
  test(
    'the evaluation becomes the score with one button',
    { tag: '@both' },
    async ({ page, visit, api }) => {
      const [id] = await api.create({ companyName: 'Gantrywell', evaluationScore: 7.5 });
      await api.evaluate(id!, { marketSize: 9 });
      await visit(`/pipeline/${id}`);
      const section = page.getByRole('region', { name: 'Evaluation' });
      await expect(section).toContainText(
        /Score 7\.5 \(set by Ana Lindqvist\) · Evaluation \d\.\d/,
      );
      const button = section.getByRole('button', { name: /^Use \d\.\d as the score$/ });
      const score = Number(/\d\.\d/.exec((await button.textContent())!)![0]);
      await button.click();
      await expect(button).toHaveCount(0);
      expect(await api.read(id!)).toMatchObject({ evaluationScore: score });
    },
  );
});

test.describe('shares (rule 26.14)', () => {
  test(
    'a share shows the facts alone unless more is ticked',
    { tag: '@both' },
    async ({ page, visit, api }) => {
      const [id] = await api.create({
        companyName: 'Gantrywell',
        ceoName: 'Ines Mora',
        comments: 'Our own doubts',
        evaluationScore: 7.5,
        nextMeetingDate: '30 days',
      });
      await visit(`/pipeline/${id}/share`);
      for (const name of ['Comments', 'Next meeting', 'Score', 'Evaluation'])
        await expect(page.getByRole('checkbox', { name, exact: true })).not.toBeChecked();
      await expect(page.getByRole('checkbox', { name: 'Facts' })).toBeChecked();
      const opening = page.waitForEvent('popup');
      await page.getByRole('button', { name: 'Preview' }).click();
      const preview = await opening;
      await expect(preview.getByText('this page has not been created')).toBeVisible();
      await expect(preview.getByText('Ines Mora')).toBeVisible();
      for (const text of ['Our own doubts', '7.5', '30 days'])
        await expect(preview.getByText(text)).toHaveCount(0);
      await preview.close();
      await visit(`/pipeline/${id}/share`);
      await expect(page.getByRole('list', { name: 'Shared pages' })).toHaveCount(0);
    },
  );
});
