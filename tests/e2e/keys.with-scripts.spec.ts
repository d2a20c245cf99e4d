import type { Page } from '@playwright/test';
import { expect, test } from './fixtures';
import { openMenu } from './steps';

test.describe('shortcuts', () => {
  test('/ goes to the search, n adds a deal, ? shows the list, Escape closes it (rules 12.17 and 19.5)', async ({
    page,
    visit,
    api,
  }) => {
    const [id] = await api.create({ companyName: 'Steadwick' });
    await visit(`/dashboard?details=${id}`);
    await page.keyboard.press('n');
    await expect(page.getByRole('dialog'), 'not behind a dialog').toBeVisible();
    await expect(page).toHaveURL(`/dashboard?details=${id}`);
    await page.keyboard.press('Escape');
    await page.keyboard.press('Alt+n');
    await expect(page, 'nor with a modifier').toHaveURL('/dashboard');
    await page.keyboard.press('/');
    const search = page.getByLabel('Search all deals and notes');
    await expect(search).toBeFocused();
    await expect(search).toHaveValue('');
    await page.keyboard.type('n?/');
    await expect(search, 'where one types, a letter is a letter').toHaveValue('n?/');
    await expect(page).toHaveURL('/dashboard');

    await search.blur();
    const list = page.getByRole('heading', { name: 'Keyboard shortcuts' });
    const addDeal = page.getByRole('banner').getByRole('link', { name: 'Add New Deal' });
    await addDeal.focus();
    await page.keyboard.press('?');
    await expect(list).toBeVisible();
    await expect(page.getByRole('dialog', { name: 'Keyboard shortcuts' })).toBeFocused();
    for (const [key, what] of [
      ['/', 'Search all deals and notes'],
      ['n', 'Add a new deal'],
      ['?', 'Show this list'],
      ['Ctrl+Enter', 'Save the form'],
      ['Esc', 'Close a dialog or list'],
      ['F8', 'Go to the notification'],
    ] as const) {
      await expect(page.getByText(key, { exact: true })).toBeVisible();
      await expect(page.getByText(what, { exact: true })).toBeVisible();
    }
    await page.keyboard.press('Escape');
    await expect(list).toBeHidden();
    await expect(addDeal, 'the focus is where it was').toBeFocused();
    await openMenu(page, 'Ana Lindqvist');
    await page.getByRole('button', { name: 'Keyboard shortcuts' }).click();
    await expect(list).toBeVisible();
    await page.keyboard.press('?');
    await expect(list).toBeHidden();
    await page.keyboard.press('n');
    await expect(page).toHaveURL(/\/pipeline\/new\?from=/);
    await expect(page.getByRole('heading', { name: 'Add New Deal' })).toBeVisible();
    await page.getByLabel('Company name').blur();
    await page.setViewportSize({ width: 800, height: 700 });
    await page.keyboard.press('/');
    await expect(page).toHaveURL('/search');
    await expect(page.getByRole('main').getByLabel('Search all deals and notes')).toBeFocused();
  });
});

test.describe('unsaved changes', () => {
  const LEAVE = 'You have unsaved changes. Leave this page and discard them?';

  /** Answers the next dialog. Returns its message. */
  function answer(page: Page, confirmed: boolean): Promise<string> {
    return page.waitForEvent('dialog').then(async (dialog) => {
      await (confirmed ? dialog.accept() : dialog.dismiss());
      return dialog.message();
    });
  }

  test('are not lost without confirmation (rule 3.23)', async ({ page, visit, api }) => {
    const [id] = await api.create({ companyName: 'Steadwick' });
    for (const address of ['/pipeline/new', `/pipeline/${id}/edit`]) {
      await visit(address);
      await page.getByLabel('Company name').fill('Half typed');
      let asked = answer(page, false);
      await page.getByRole('link', { name: 'Dashboard', exact: true }).click();
      expect(await asked).toBe(LEAVE);
      await expect(page).toHaveURL(address);
      await expect(page.getByLabel('Company name')).toHaveValue('Half typed');
      asked = answer(page, true);
      await page.getByRole('link', { name: 'Cancel' }).click();
      expect(await asked).toBe(LEAVE);
      await expect(page).toHaveURL('/dashboard');
    }
    expect(await api.list()).toMatchObject([{ companyName: 'Steadwick' }]);
  });

  test('saving and leaving an unchanged form do not ask', async ({ page, visit, api }) => {
    const asked: string[] = [];
    page.on('dialog', (dialog) => {
      asked.push(dialog.message());
      void dialog.accept();
    });
    await visit('/pipeline/new');
    await page.getByRole('link', { name: 'Cancel' }).click();
    await expect(page).toHaveURL('/dashboard');
    await visit('/pipeline/new');
    await page.getByLabel('Company name').fill('Steadwick');
    await page.getByRole('button', { name: 'Save Deal' }).click();
    await expect(page).toHaveURL('/dashboard');
    expect(await api.list()).toMatchObject([{ companyName: 'Steadwick' }]);
    await page.getByRole('link', { name: 'Edit Steadwick' }).click();
    await page.getByLabel('Company name').fill('Steadwick & Co');
    await page.getByRole('button', { name: 'Save & Evaluate' }).click();
    await expect(page).toHaveURL(/evaluation\?from=/);
    expect(asked).toEqual([]);
  });
});
