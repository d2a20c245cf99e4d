import type { Locator, Page } from '@playwright/test';
import { expect, test } from './fixtures';
import { answerQuestion, row } from './steps';

/** Tabs to a control, checking that the focus is visible on the way. */
async function tabTo(
  page: Page,
  control: Locator,
  key: 'Tab' | 'Shift+Tab' = 'Tab',
): Promise<void> {
  await expect(control).toBeVisible();
  for (let presses = 0; presses < 80; presses++) {
    await page.keyboard.press(key);
    const { isReached, hidden } = await control.evaluate(describeFocus);
    // Waits for a transition that may just begin.
    if (hidden)
      await expect
        .poll(
          async () => (await control.evaluate(describeFocus)).hidden,
          'what has the focus shows it',
        )
        .toBe('');
    if (isReached) return expect(control).toBeInViewport();
  }
  throw new Error(`Tab does not reach ${control.toString()}`);
}

/**
 * Returns whether the control has the focus, and the focused element if its focus is invisible;
 * runs in the page.
 */
function describeFocus(control: Element): { isReached: boolean; hidden: string } {
  const element = document.activeElement;
  if (!element || element === document.body) return { isReached: false, hidden: '' };
  // Accepts a pill that shows the focus of its checkbox.
  const isShown = [element, element.parentElement!].some(
    (one) =>
      getComputedStyle(one).outlineStyle !== 'none' &&
      parseFloat(getComputedStyle(one).outlineWidth) >= 2,
  );
  const hidden = isShown ? '' : element.outerHTML.slice(0, 200);
  return { isReached: element === control, hidden };
}

test.describe('without a mouse (rule 12.18)', () => {
  test('a session from login to logout needs no mouse', async ({ page, visit, ready, signUp }) => {
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

    const addDeal = page.getByRole('banner').getByRole('link', { name: 'Add New Deal' });
    await tabTo(page, addDeal, 'Shift+Tab');
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
});

const hasFocus = (element: Locator) => element.evaluate((one) => one === document.activeElement);

test('Escape closes dialogs and restores the focus', async ({ page, visit, api }) => {
  await api.create({ companyName: 'Gantrywell' });
  await visit('/dashboard');
  for (const [opener, name] of [
    [page.getByRole('link', { name: 'Filter by Owner' }), 'Filter by Owner'],
    [page.getByRole('link', { name: 'Details of Gantrywell' }), 'Gantrywell - Company Details'],
  ] as const) {
    const dialog = page.getByRole('dialog', { name });
    await tabTo(page, opener);
    for (const how of ['Escape', 'its button']) {
      await page.keyboard.press('Enter');
      await expect(dialog.locator(':focus').or(dialog.and(page.locator(':focus')))).toBeVisible();
      const close = dialog.getByRole('link', { name: 'Close' });
      if (how === 'its button' && !(await hasFocus(close))) await tabTo(page, close);
      await page.keyboard.press(how === 'Escape' ? 'Escape' : 'Enter');
      await expect(dialog).toBeHidden();
      await expect(opener, `closed with ${how}`).toBeFocused();
    }
  }
});

test('a score is edited in its row and keeps the focus', async ({ page, visit, api }) => {
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

test.describe('keyboard and focus (rules 7.18, 7.19, 12.18 and 25.9)', () => {
  test('the keyboard evaluates a deal', async ({ page, visit, api }) => {
    const [id] = await api.create({ companyName: 'Gantrywell' });
    await visit('/dashboard');
    await tabTo(page, page.getByRole('link', { name: 'View Gantrywell' }));
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL(`/pipeline/${id}/evaluation?from=%2Fdashboard`);
    const transfer = page.getByRole('link', { name: 'Transfer' });
    expect(await transfer.evaluate((link) => link.getClientRects().length), 'in one line').toBe(1);
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

  test('deleting a deal does not lose the focus', async ({ page, visit, api }) => {
    const [id] = await api.create({ companyName: 'Gantrywell' }, { companyName: 'Pinwhistle' });
    await visit('/dashboard');
    await tabTo(page, page.getByRole('link', { name: 'Delete Gantrywell' }));
    await answerQuestion(page, 'accept', () => page.keyboard.press('Enter'));
    await expect(row(page, 'Gantrywell')).toHaveCount(0);
    expect(await api.exists(id!)).toBe(false);
    const neighbour = row(page, 'Pinwhistle').getByRole('link', {
      name: 'Pinwhistle',
      exact: true,
    });
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

  test('adding and finishing tasks and contacts keeps the focus', async ({ page, visit, api }) => {
    const [id] = await api.create({ companyName: 'Gantrywell' });
    await visit(`/pipeline/${id}`);
    const tasks = page.getByRole('region', { name: 'Tasks' });
    const contacts = page.getByRole('region', { name: 'Contacts' });
    const add = async (section: Locator, field: Locator, text: string) => {
      await page.keyboard.type(text);
      await page.keyboard.press('Enter');
      await expect(section.getByRole('listitem').filter({ hasText: text })).toBeVisible();
      await expect(field).toBeFocused();
    };
    await tasks.getByText('Add a task').click();
    await tasks.getByLabel('To do').focus();
    for (const title of ['Call Ines', 'Read the deck'])
      await add(tasks, tasks.getByLabel('To do'), title);
    await contacts.getByText('Add a contact').click();
    await contacts.getByLabel('Name').focus();
    for (const name of ['Ines Mora', 'Tom Hale'])
      await add(contacts, contacts.getByLabel('Name'), name);

    const done = tasks.getByRole('button', { name: 'Done' });
    await done.first().focus();
    await page.keyboard.press('Enter');
    await expect(done).toHaveCount(1);
    await expect(done).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(done).toHaveCount(0);
    await expect(page.locator('#main')).toBeFocused();
    const undo = page.getByRole('button', { name: 'Undo' });
    await expect(undo, 'the message before is gone').toHaveCount(1);
    await page.keyboard.press('F8');
    await tabTo(page, undo);
    await page.keyboard.press('Enter');
    await expect(done).toBeVisible();
    await expect(undo).toHaveCount(0);
    await expect(page.locator('#main')).toBeFocused();
  });

  async function pressUntil(isReached: () => Promise<boolean>, press: () => Promise<void>) {
    for (let presses = 1; presses <= 60; presses++) {
      await press();
      if (await isReached()) return presses;
    }
    throw new Error('Not reached by 60 keys');
  }

  test('26 scores take 80 keys at most, Save is three stops away', async ({ page, visit, api }) => {
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
});
