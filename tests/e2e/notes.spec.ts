import type { Page } from '@playwright/test';
import { expect, test } from './fixtures';
import { expectMessage, holdRequests } from './steps';

const box = (page: Page) => page.getByRole('textbox', { name: 'Add a note' });
const add = (page: Page) => page.getByRole('button', { name: 'Add note' });
const notes = (page: Page) =>
  page.getByRole('list', { name: 'Notes, newest first' }).getByRole('listitem');

test.describe('notes (rules 18.11 and 18.22)', () => {
  test(
    'a note is added, edited, deleted and mentions a colleague',
    { tag: '@both' },
    async ({ page, visit, ready, user, admin, scripts, expectedErrors }) => {
      const [id] = await user.api.create({ companyName: 'Gantrywell' });
      const address = `/api/pipelines/${id}/notes`;
      await admin.api.request.post(address, { data: { text: `@${user.firstName}, <b>look</b>` } });

      await visit(`/pipeline/${id}/notes`);
      await expect(notes(page)).toHaveText([new RegExp(`@${user.firstName}, <b>look</b>`)]);
      await expect(notes(page).getByText(`@${user.firstName}`)).toHaveCSS('font-weight', '600');
      await expect(notes(page).getByRole('link')).toHaveCount(0);
      await expect(page.getByRole('navigation', { name: 'Main' })).toContainText(
        '1 unread mention',
      );

      if (scripts) {
        await box(page).fill('Please call, @adm');
        await page.getByRole('button', { name: 'Mention admin@demo.example' }).click();
        await expect(box(page)).toHaveValue('Please call, @admin@demo.example ');
      } else await expect(page.getByText('@admin@demo.example', { exact: true })).toBeVisible();
      await box(page).fill('Called.\n  See https://a.example/memo.');
      await add(page).dblclick();
      await expectMessage(page, 'Success', 'Note added');
      await expect(notes(page)).toHaveCount(2);
      await expect(box(page)).toHaveValue('');
      const mine = notes(page).first();
      await expect(mine.getByRole('link', { name: 'https://a.example/memo' })).toBeVisible();
      await expect(mine.getByText('Called.')).toHaveCSS('white-space-collapse', 'preserve');

      await mine.getByRole('link', { name: /^Edit/ }).click();
      await ready();
      await page.getByLabel(/^Note of/).fill('Called again');
      await page.getByRole('button', { name: 'Save note' }).click();
      await expectMessage(page, 'Success', 'Note saved');
      await expect(notes(page).first()).toContainText('· edited');
      await expect(notes(page).first()).toContainText('Called again');

      await notes(page)
        .first()
        .getByRole('link', { name: /^Delete/ })
        .click();
      await expect(page.getByRole('heading', { name: 'Delete note on Gantrywell' })).toBeVisible();
      await page.getByRole('button', { name: 'Delete' }).click();
      await expectMessage(page, 'Success', 'Note deleted');
      await expect(notes(page)).toHaveCount(1);

      expectedErrors.push(400);
      await box(page).fill('x'.repeat(10_001));
      await add(page).click();
      await expect(page.getByText('Please use at most 10,000 characters')).toBeVisible();
      await expect(box(page)).toHaveValue('x'.repeat(10_001));
      if (scripts) await expect(page).toHaveURL(new RegExp(`/pipeline/${id}/notes`));
    },
  );

  test('what is typed while a note is sent stays', async ({ page, visit, api }) => {
    const [id] = await api.create({ companyName: 'Gantrywell' });
    await visit(`/pipeline/${id}/notes`);
    const release = await holdRequests(page, /\/notes\.data/);
    await box(page).fill('First');
    await add(page).click();
    await box(page).fill('Second');
    release();
    await expect(notes(page)).toHaveText([/First/]);
    await expect(box(page)).toHaveValue('Second');
    await add(page).click();
    await expect(notes(page)).toHaveText([/Second/, /First/]);
    await expect(box(page)).toHaveValue('');
  });
});
