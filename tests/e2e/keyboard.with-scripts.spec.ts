import type { Locator, Page } from '@playwright/test';
import { expect, test } from './fixtures';
import { openMenu, row } from './steps';

/** Tabs to a control, checking that the focus is visible on the way. */
async function tabTo(
  page: Page,
  control: Locator,
  key: 'Tab' | 'Shift+Tab' = 'Tab',
): Promise<void> {
  await expect(control).toBeVisible();
  for (let presses = 0; presses < 80; presses++) {
    await page.keyboard.press(key);
    const { isReached, hidden } = await control.evaluate(focusOf);
    // A transition may just begin.
    if (hidden)
      await expect
        .poll(async () => (await control.evaluate(focusOf)).hidden, 'what has the focus shows it')
        .toBe('');
    if (isReached) return expect(control).toBeInViewport();
  }
  throw new Error(`Tab does not reach ${control.toString()}`);
}

/** Whether the control has the focus, and the focused element if its focus is not visible; runs in the page. */
function focusOf(control: Element): { isReached: boolean; hidden: string } {
  const element = document.activeElement;
  if (!element || element === document.body) return { isReached: false, hidden: '' };
  // A checkbox in a pill shows the focus on the pill.
  const isShown = [element, element.parentElement!].some(
    (one) =>
      getComputedStyle(one).outlineStyle !== 'none' &&
      parseFloat(getComputedStyle(one).outlineWidth) >= 2,
  );
  const hidden = isShown ? '' : element.outerHTML.slice(0, 200);
  return { isReached: element === control, hidden };
}

test('from logging in to logging out without a mouse (rule 12.18)', async ({
  page,
  visit,
  ready,
  signUp,
}) => {
  const user = await signUp();
  await visit('/');
  await page.keyboard.press('Tab');
  await expect(page.getByRole('link', { name: 'Skip to content' })).toBeFocused();
  await tabTo(page, page.getByRole('link', { name: 'Sign In' }));
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL('/login');
  await ready();

  await tabTo(page, page.getByLabel('Email'));
  await page.keyboard.type(user.email);
  await tabTo(page, page.getByLabel('Password *'));
  await page.keyboard.type(user.password);
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL('/dashboard');
  await ready();

  await tabTo(page, page.getByRole('banner').getByRole('link', { name: 'Add New Deal' }));
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL('/pipeline/new?from=%2Fdashboard');
  await expect(page.getByRole('heading', { name: 'Add New Deal' })).toBeVisible();
  await expect(page.getByLabel('Company name'), 'where one begins to type').toBeFocused();
  await page.keyboard.type('Gantrywell');
  await tabTo(page, page.getByRole('checkbox', { name: 'AI' }));
  await page.keyboard.press('Space');
  await tabTo(page, page.getByLabel('Funding round'));
  await page.keyboard.type('Series B');
  await tabTo(page, page.getByRole('button', { name: 'Save Deal' }));
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL('/dashboard');
  await expect(row(page, 'Gantrywell')).toContainText('Series B');
  expect(await user.api.list()).toMatchObject([
    { companyName: 'Gantrywell', industries: ['AI'], fundingRound: 'B' },
  ]);

  const search = page.getByRole('searchbox', { name: 'Search companies' });
  await tabTo(page, search);
  await page.keyboard.type('gantry');
  await expect(page).toHaveURL('/dashboard?search=gantry&sort=newest');
  await expect(search).toBeFocused();

  const logout = page.getByRole('button', { name: 'Logout' });
  await tabTo(page, logout, 'Shift+Tab');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL('/login');
});

test('Escape closes dialogs and restores the focus', async ({ page, visit, api }) => {
  await api.create({ companyName: 'Gantrywell' });
  await visit('/dashboard');
  for (const [opener, name] of [
    [page.getByRole('link', { name: 'Filter by Owner' }), 'Filter by Owner'],
    [page.getByRole('link', { name: 'Details of Gantrywell' }), 'Gantrywell - Company Details'],
  ] as const) {
    const dialog = page.getByRole('dialog', { name });
    for (const how of ['Escape', 'its button']) {
      if (!(await opener.evaluate((element) => element === document.activeElement)))
        await tabTo(page, opener);
      await page.keyboard.press('Enter');
      await expect(dialog).toBeVisible();
      await expect
        .poll(
          () => dialog.evaluate((element) => element.contains(document.activeElement)),
          'the focus is in it',
        )
        .toBe(true);
      if (how === 'Escape') await page.keyboard.press('Escape');
      else {
        const close = dialog.getByRole('link', { name: 'Close' });
        if (!(await close.evaluate((element) => element === document.activeElement)))
          await tabTo(page, close);
        await page.keyboard.press('Enter');
      }
      await expect(dialog).toBeHidden();
      await expect(opener, `closed with ${how}`).toBeFocused();
    }
  }
});

test('a score is edited in its row, and the focus stays there', async ({ page, visit, api }) => {
  const [id] = await api.create({ companyName: 'Gantrywell', evaluationScore: 6 });
  await visit('/dashboard');
  const badge = page.getByRole('link', { name: /^Score of Gantrywell/ });
  const input = page.getByRole('spinbutton', { name: 'Score of Gantrywell, 0 to 10' });
  await tabTo(page, badge);
  await page.keyboard.press('Enter');
  await expect(input).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(badge, 'cancelled').toBeFocused();
  await page.keyboard.press('Enter');
  await tabTo(page, page.getByRole('link', { name: 'Cancel' }));
  await page.keyboard.press('Enter');
  await expect(badge, 'cancelled by its button').toBeFocused();
  await page.keyboard.press('Enter');
  await page.keyboard.type('8');
  await page.keyboard.press('ArrowUp');
  await page.keyboard.press('Enter');
  await expect(badge).toHaveText('8.1');
  await expect(badge, 'saved').toBeFocused();
  expect(await api.read(id!)).toMatchObject({ evaluationScore: 8.1 });
});

test('a deal is evaluated (rule 7.19)', async ({ page, visit, api }) => {
  const [id] = await api.create({ companyName: 'Gantrywell' });
  await visit('/dashboard');
  await tabTo(page, page.getByRole('link', { name: 'View Gantrywell' }));
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(`/pipeline/${id}/evaluation?from=%2Fdashboard`);
  const handOver = page.getByRole('link', { name: 'Hand over' });
  expect(await handOver.evaluate((link) => link.getClientRects().length), 'in one line').toBe(1);
  const overall = page.locator('.score', { hasText: 'Overall score' });
  for (const category of ['Strategic fit', 'Team'])
    await page.getByRole('link', { name: new RegExp(`^${category}`) }).focus();
  await expect(overall, 'while tabbing through the summary').toBeInViewport({ ratio: 1 });
  await tabTo(page, page.getByRole('spinbutton', { name: 'Market size' }));
  await expect(overall, 'and after it').toBeInViewport({ ratio: 1 });
  await page.keyboard.type('9.9');
  await page.keyboard.press('ArrowUp');
  await expect(page.getByRole('slider', { name: 'Market size, slider' })).toHaveValue('10');
  const save = page.getByRole('button', { name: 'Save as Draft' });
  await tabTo(page, save);
  await page.keyboard.press('Enter');
  await expect(page.getByText('Evaluation saved successfully')).toBeVisible();
  await expect(save, 'saving keeps the focus').toBeFocused();
  expect(await api.evaluation(id!)).toMatchObject({ marketSize: 10 });
});

test('a deal is deleted, and the focus is not lost (rule 12.18)', async ({ page, visit, api }) => {
  const [id] = await api.create({ companyName: 'Gantrywell' }, { companyName: 'Pinwhistle' });
  await visit('/dashboard');
  await tabTo(page, page.getByRole('link', { name: 'Delete Gantrywell' }));
  page.once('dialog', (dialog) => void dialog.accept());
  await page.keyboard.press('Enter');
  await expect(row(page, 'Gantrywell')).toHaveCount(0);
  expect(await api.exists(id!)).toBe(false);
  const neighbour = row(page, 'Pinwhistle').getByRole('link', { name: 'Pinwhistle', exact: true });
  await expect(neighbour, 'the row in its place').toBeFocused();
  const toasts = page.getByRole('region', { name: /^Notifications/ });
  await expect(toasts.getByText('Pipeline deleted successfully')).toBeVisible();
  await page.keyboard.press('F8');
  await expect(toasts.getByRole('list')).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(neighbour, 'back from the notification').toBeFocused();
  await page.keyboard.press('F8');
  await tabTo(page, toasts.getByRole('button', { name: 'Undo' }));
  await page.keyboard.press('Enter');
  await expect(row(page, 'Gantrywell')).toBeVisible();
  await expect(page.getByText('Gantrywell restored')).toBeVisible();
  await expect(neighbour, 'after Undo').toBeFocused();
});

test('a task is done and Undo pressed, and the focus is not lost (rule 12.18)', async ({
  page,
  visit,
  api,
}) => {
  const [id] = await api.create({ companyName: 'Gantrywell' });
  await api.request.post(`/api/pipelines/${id}/tasks`, { data: { title: 'Call' } });
  await visit(`/pipeline/${id}`);
  const done = page.getByRole('button', { name: 'Done' });
  await tabTo(page, done);
  await page.keyboard.press('Enter');
  await expect(done).toHaveCount(0);
  await expect(page.locator('#main')).toBeFocused();
  await page.keyboard.press('F8');
  await tabTo(page, page.getByRole('button', { name: 'Undo' }));
  await page.keyboard.press('Enter');
  await expect(done).toBeVisible();
  await expect(page.getByRole('button', { name: 'Undo' })).toHaveCount(0);
  await expect(page.locator('#main')).toBeFocused();
});

/** Presses keys until `isReached`; returns how many. */
async function pressUntil(isReached: () => Promise<boolean>, press: () => Promise<void>) {
  for (let presses = 1; presses <= 60; presses++) {
    await press();
    if (await isReached()) return presses;
  }
  throw new Error('Not reached by 60 keys');
}

test('26 scores take 80 keys at most, and Save is three stops from the last field (rule 7.18)', async ({
  page,
  visit,
  api,
}) => {
  const [id] = await api.create({ companyName: 'Gantrywell' });
  const focused = (property: 'name' | 'type' | 'textContent') =>
    page.evaluate((key) => String(Reflect.get(document.activeElement!, key)), property);
  const tab = () => page.keyboard.press('Tab');
  await visit(`/pipeline/${id}/evaluation`);
  const isScore = async () => (await focused('type')) === 'number';
  let keys = 0;
  for (let scored = 1; scored <= 26; scored++) {
    keys += await pressUntil(isScore, tab);
    await page.keyboard.press('7');
    keys++;
  }
  const isLast = async () => (await focused('name')) === 'strategicFitNotes';
  await pressUntil(isLast, tab);
  const isSave = async () => /Complete Evaluation|Update Deal/.test(await focused('textContent'));
  const toComplete = await pressUntil(isSave, tab);
  await visit(`/pipeline/${id}/edit`);
  await page.getByLabel('Comments').focus();
  const toUpdate = await pressUntil(isSave, tab);
  expect(keys).toBeLessThanOrEqual(80);
  expect(Math.max(toComplete, toUpdate)).toBeLessThanOrEqual(3);
});

test('selects apply a choice, not each arrow key, and removed chips leave the focus in the filters (rule 4.23)', async ({
  page,
  visit,
  api,
}) => {
  await api.create(
    { companyName: 'Gantrywell', industries: ['AI'], fundingRound: 'Seed' },
    { companyName: 'Pinwhistle', industries: ['DX'] },
  );
  await visit('/dashboard');
  const industry = page.getByRole('combobox', { name: 'Industry' });
  const round = page.getByRole('combobox', { name: 'Round' });
  await industry.focus();
  for (const value of ['DX', 'AI']) {
    await page.keyboard.press('ArrowDown');
    await expect(industry).toHaveValue(value);
    await expect(industry).toBeFocused();
  }
  await page.waitForTimeout(400);
  await expect(page, 'nothing is applied yet').toHaveURL('/dashboard');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL('/dashboard?industry=AI&sort=newest');
  await expect(page.locator('tbody .name')).toHaveText(['Gantrywell']);
  await expect(industry, 'the focus stays').toBeFocused();
  await page.keyboard.press('Tab');
  await page.keyboard.press('S');
  await expect(round).toHaveValue('Seed');
  await expect(page).toHaveURL('/dashboard?industry=AI&sort=newest');
  await page.keyboard.press('Tab');
  await expect(page, 'left, it is applied').toHaveURL(/industry=AI&round=Seed/);
  await expect(page.getByRole('combobox', { name: 'Sort' })).toBeFocused();

  const chips = page.getByRole('list', { name: 'Active filters' }).getByRole('link');
  await expect(chips).toHaveCount(2);
  await chips.first().focus();
  await page.keyboard.press('Enter');
  await expect(chips).toHaveCount(1);
  await expect(chips, 'the next chip').toBeFocused();
  await page.keyboard.press('Enter');
  await expect(chips).toHaveCount(0);
  await expect(round, 'then the field of the last one').toBeFocused();
  await expect(round).toHaveValue('');

  await industry.selectOption('DX');
  await expect(page, 'a choice by mouse applies at once').toHaveURL(/industry=DX/);
});

test('Ctrl+Enter saves, and shortcuts of a single key can be turned off (rule 12.26)', async ({
  page,
  visit,
  api,
}) => {
  const [id] = await api.create({ companyName: 'Gantrywell' });
  await visit(`/pipeline/${id}/evaluation`);
  await page.getByRole('spinbutton', { name: 'Market size' }).fill('7');
  await page.keyboard.press('Control+Enter');
  await expect(page.getByText('Evaluation saved successfully')).toBeVisible();
  expect(await api.evaluation(id!)).toMatchObject({ marketSize: 7 });
  await visit(`/pipeline/${id}/edit`);
  await page.getByLabel('Comments').fill('By keys');
  await page.keyboard.press('Control+Enter');
  // The address changes before the form, where a key is a letter, is gone.
  await expect(row(page, 'Gantrywell')).toBeVisible();
  await expect(page).toHaveURL('/dashboard');
  expect(await api.read(id!)).toMatchObject({ comments: 'By keys' });

  await page.keyboard.press('?');
  await expect(page.getByText('Ctrl+Enter', { exact: true })).toBeVisible();
  await page.getByRole('button', { name: 'Turn off single-key shortcuts' }).click();
  const turnOn = page.getByRole('button', { name: 'Turn on single-key shortcuts' });
  await expect(turnOn).toBeVisible();
  await expect(page.getByText('Add a new deal', { exact: true })).toBeHidden();
  await page.keyboard.press('Escape');
  await page.reload();
  for (const key of ['n', '/', '?']) await page.locator('#main').press(key);
  await expect(page).toHaveURL('/dashboard');
  await expect(page.getByLabel('Search all deals and notes')).not.toBeFocused();
  await openMenu(page, 'Ana Lindqvist');
  await page.getByRole('button', { name: 'Keyboard shortcuts' }).click();
  await turnOn.click();
  await expect(page.getByText('Add a new deal', { exact: true })).toBeVisible();
  await page.keyboard.press('Escape');
  await page.locator('#main').press('n');
  await expect(page).toHaveURL(/\/pipeline\/new/);
});
