import type { Page } from '@playwright/test';
import { expect, test } from './fixtures';
import { findFailure, holdRequests, row } from './steps';

const DATA = /\.data(\?|$)/;

/** Fails every data request, like a dropped link or a proxy without its server. */
async function cutLink(page: Page, how: 'offline' | 'proxy'): Promise<() => Promise<void>> {
  await page.route(DATA, (route) =>
    how === 'offline'
      ? route.abort()
      : route.fulfill({ status: 502, contentType: 'text/html', body: '<h1>Bad Gateway</h1>' }),
  );
  return () => page.unroute(DATA);
}

const LEAVE = 'You have unsaved changes. Leave this page and discard them?';

const box = (page: Page, name: string) => page.getByRole('spinbutton', { name, exact: true });

test.beforeEach(({ expectedErrors }) => {
  expectedErrors.push('ERR_FAILED', 502);
});

test.describe('a dropped connection (rules 3.21, 3.23, 12.18, 12.20, 12.21, 18.9 and 23.13)', () => {
  test('an unsent evaluation keeps its input and is sent again', async ({ page, visit, api }) => {
    const [id] = await api.create({ companyName: 'Gantrywell' });
    await visit(`/pipeline/${id}/evaluation`);
    await box(page, 'Market size').fill('8');
    await page.getByLabel('Team notes').fill('Two founders');
    await cutLink(page, 'proxy');
    await page.getByRole('button', { name: 'Complete Evaluation' }).click();
    await expect(findFailure(page)).toContainText('Failed to save evaluation. Not sent.');
    await expect(findFailure(page)).toBeFocused();
    await expect(box(page, 'Market size')).toHaveValue('8.0');
    await expect(page.getByLabel('Team notes')).toHaveValue('Two founders');
    expect(await api.evaluation(id!)).toBeUndefined();

    const mendLink = await cutLink(page, 'offline');
    await page.getByRole('button', { name: 'Try again' }).click();
    // Waits for the second failure: its notice takes the focus from the button.
    await expect(findFailure(page)).toBeFocused();
    await mendLink();
    await page.getByRole('button', { name: 'Try again' }).click();
    await expect(page.getByText('Evaluation saved successfully')).toBeVisible();
    await expect(findFailure(page)).toBeHidden();
    expect(await api.evaluation(id!)).toMatchObject({ marketSize: 8, teamNotes: 'Two founders' });
  });

  test('a lost answer makes one deal, and an edit retries itself', async ({ page, visit, api }) => {
    await visit('/pipeline/new');
    await page.getByLabel('Company name').fill('Gantrywell');
    await page.route(DATA, async (route) => {
      await route.fetch();
      await route.abort();
    });
    await page.getByRole('button', { name: 'Save Deal' }).click();
    await expect(findFailure(page)).toContainText('Failed to create pipeline. Not sent.');
    await page.unroute(DATA);
    await page.getByLabel('CEO', { exact: true }).fill('Typed since');
    await page.getByRole('button', { name: 'Try again' }).click();
    await expect(page.getByText('Pipeline created successfully')).toBeVisible();
    const deals = await api.list();
    expect(deals).toMatchObject([{ companyName: 'Gantrywell', ceoName: 'Typed since' }]);

    const { id } = deals[0]!;
    await visit(`/pipeline/${id}/edit`);
    await page.getByLabel('Comments').fill('Met at the fair');
    const mendLink = await cutLink(page, 'offline');
    await page.getByRole('button', { name: 'Save & Evaluate' }).click();
    await expect(findFailure(page)).toContainText('Failed to update pipeline. Not sent.');
    await page.getByLabel('Send it when the connection is back').check();
    await mendLink();
    await expect(page).toHaveURL(`/pipeline/${id}/evaluation`, { timeout: 30_000 });
    expect(await api.read(id)).toMatchObject({ comments: 'Met at the fair' });
  });

  test('an unsent score or filter leaves the list and says so', async ({ page, visit, api }) => {
    const [id] = await api.create(
      { companyName: 'Gantrywell', evaluationScore: 3, fundingRound: 'B' },
      { companyName: 'Ibex' },
    );
    await visit('/dashboard');
    await page.getByRole('link', { name: 'Score of Gantrywell: 3.0. Change' }).click();
    const score = page.getByRole('spinbutton', { name: 'Score of Gantrywell, 0 to 10' });
    const again = page.getByRole('button', { name: 'Try again' });
    await score.fill('7.5');
    const mendLink = await cutLink(page, 'proxy');
    await page.getByRole('button', { name: 'Save score' }).click();
    await expect(page.getByText('Failed to update evaluation score. Not sent.')).toBeVisible();
    await expect(score).toHaveValue('7.5');
    await expect(row(page, 'Gantrywell')).toBeVisible();
    await mendLink();
    await row(page, 'Gantrywell').getByRole('button', { name: 'Try again' }).click();
    await expect(page.getByText('Evaluation score updated successfully')).toBeVisible();
    expect(await api.read(id!)).toMatchObject({ evaluationScore: 7.5 });

    const mendLater = await cutLink(page, 'offline');
    await page.getByRole('combobox', { name: 'Round' }).selectOption('B');
    await expect(findFailure(page)).toContainText('Not loaded.');
    await expect(row(page, 'Ibex')).toBeVisible();
    const failed = page.waitForEvent('requestfailed');
    await again.click();
    await failed;
    await expect(again).toBeEnabled();
    await expect(findFailure(page)).toContainText('Not loaded.');
    await mendLater();
    await again.click();
    await expect(findFailure(page)).toBeHidden();
    await expect(row(page, 'Gantrywell')).toBeVisible();
    await expect(row(page, 'Ibex')).toBeHidden();
  });

  test('an unsent cell stays open, says so and is sent again', async ({ page, visit, api }) => {
    const [id] = await api.create({ companyName: 'Gantrywell' });
    await visit('/dashboard');
    await page.getByRole('link', { name: 'Change stage of Gantrywell' }).click();
    const stage = page.getByRole('combobox', { name: 'Stage of Gantrywell' });
    await stage.selectOption('Screening');
    const mendLink = await cutLink(page, 'offline');
    await page.keyboard.press('Control+Enter');
    await expect(page.getByText('Failed to change the stage. Not sent.')).toBeVisible();
    await expect(stage).toHaveValue('Screening');
    await mendLink();
    await row(page, 'Gantrywell').getByRole('button', { name: 'Try again' }).click();
    await expect(page.getByText('Moved to Screening')).toBeVisible();
    expect(await api.read(id!)).toMatchObject({ stage: 'Screening' });
  });

  /** Returns the draft that the browser stored of a form. */
  const readDraft = (page: Page, path: string) =>
    page.evaluate((end) => {
      const key = Object.keys(localStorage).find((one) => one.endsWith(end));
      return key === undefined ? '' : localStorage.getItem(key);
    }, path);

  test('a draft is offered again after the tab was closed', async ({ page, visit, api }) => {
    const [id] = await api.create({ companyName: 'Gantrywell' });
    await visit(`/pipeline/${id}/edit`);
    await page.getByLabel('Comments').fill('Half typed');
    await page.getByLabel('AI', { exact: true }).check();
    await expect.poll(() => readDraft(page, `/${id}/edit`)).toContain('"AI"');
    page.on('dialog', (dialog) => void dialog.accept());
    await visit('/dashboard');
    await visit(`/pipeline/${id}/edit`);
    const notice = page.getByRole('status').filter({ hasText: 'Your unsaved changes from' });
    await expect(notice).toContainText(/from \w{3} \d+, \d{4}, \d+:\d\d\s[AP]M/);
    await expect(notice).toBeVisible();
    await expect(page.getByLabel('Comments')).toHaveValue('');
    await page.getByRole('button', { name: 'Restore', exact: true }).click();
    await expect(notice).toBeHidden();
    await expect(page.getByLabel('Comments')).toHaveValue('Half typed');
    await expect(page.getByLabel('AI', { exact: true }), 'the first of them').toBeFocused();
    await page.getByRole('button', { name: 'Update Deal' }).click();
    await expect(page.getByText('Pipeline updated successfully')).toBeVisible();
    expect(await api.read(id!)).toMatchObject({ comments: 'Half typed', industries: ['AI'] });
    await visit(`/pipeline/${id}/edit`);
    await expect(notice).toBeHidden();
  });

  test('what is typed while a form is sent is offered again', async ({ page, visit, api }) => {
    const [id] = await api.create({ companyName: 'Gantrywell' });
    await visit(`/pipeline/${id}/edit`);
    await page.getByLabel('CFO/COO').fill('Ida Marsh');
    const release = await holdRequests(page, DATA);
    await page.getByRole('button', { name: 'Update Deal' }).click();
    await page.getByLabel('Comments').fill('Typed meanwhile');
    release();
    await expect(page.getByText('Pipeline updated successfully')).toBeVisible();
    await visit(`/pipeline/${id}/edit`);
    await page.getByRole('button', { name: 'Restore', exact: true }).click();
    await expect(page.getByLabel('CFO/COO')).toHaveValue('Ida Marsh');
    await expect(page.getByLabel('Comments')).toHaveValue('Typed meanwhile');
  });

  test('an evaluation draft is restored with scores or discarded', async ({ page, visit, api }) => {
    const [id] = await api.create({ companyName: 'Gantrywell' });
    const address = `/pipeline/${id}/evaluation`;
    const restore = page.getByRole('button', { name: 'Restore', exact: true });
    const stored = () => readDraft(page, `/${id}/evaluation`);
    page.on('dialog', (dialog) => void dialog.accept());
    await visit(address);
    await box(page, 'Market size').fill('9');
    await expect.poll(stored).toContain('"9"');
    await visit(address);
    await restore.click();
    await expect(box(page, 'Market size')).toHaveValue(/^9/);
    await expect(page.getByText('1 of 26 assessed')).toBeVisible();
    await visit(address);
    await box(page, 'Market size').fill('8');
    await expect.poll(stored).toContain('"8"');
    await box(page, 'Market size').fill('');
    await expect.poll(stored, 'the earlier one').toContain('"9"');
    await expect(restore, 'still offered').toBeVisible();
    await page.getByRole('button', { name: 'Discard' }).click();
    await expect(page.locator('#main')).toBeFocused();
    await box(page, 'Market size').fill('8');
    await expect.poll(stored).toContain('"8"');
    await box(page, 'Market size').fill('');
    await expect.poll(stored, 'taken back').toBe('');
    await visit(address);
    await expect(restore).toBeHidden();
  });

  test('signing out deletes the drafts of this browser', async ({ page, visit, api }) => {
    const [id] = await api.create({ companyName: 'Gantrywell' });
    await visit(`/pipeline/${id}/edit`);
    await page.getByLabel('Comments').fill('Half typed');
    await expect.poll(() => readDraft(page, `/${id}/edit`)).toContain('Half typed');
    const texts = () => page.evaluate(() => Object.keys(localStorage));
    const own: unknown = expect.stringMatching(`/pipeline/${id}/edit$`);
    expect(await texts()).toContainEqual(own);
    const questions: string[] = [];
    const answers = [false, true];
    page.on('dialog', (dialog) => {
      questions.push(dialog.message());
      void (answers.shift() ? dialog.accept() : dialog.dismiss());
    });
    await page.getByRole('button', { name: 'Logout' }).click();
    await expect.poll(() => questions).toHaveLength(1);
    expect((await api.request.get('/api/auth/user')).status(), 'still signed in').toBe(200);
    await expect(page.getByLabel('Comments')).toHaveValue('Half typed');
    expect(await texts()).toContainEqual(own);
    await page.getByRole('button', { name: 'Logout' }).click();
    await expect(page).toHaveURL('/login');
    expect(await texts()).toHaveLength(0);
    expect(questions, 'asked once each time').toEqual([LEAVE, LEAVE]);
  });
});
