import type { Page } from '@playwright/test';
import { CRITERIA } from '~/domain/evaluation/criteria';
import { type Api, expect, test } from './fixtures';
import { expectMessage } from './steps';

const LEAVE = 'You have unsaved changes. Leave this page and discard them?';

const box = (page: Page, label: string) =>
  page.getByRole('spinbutton', { name: label, exact: true });
const slider = (page: Page, label: string) =>
  page.getByRole('slider', { name: `${label}, slider` });

/** Opens a round that asks the user for a scorecard. Returns the deal's id. */
async function openOwnRound(api: Api): Promise<number> {
  const [id] = await api.create({ companyName: 'Gantrywell' });
  const user = (await (await api.request.get('/api/auth/user')).json()) as { id: string };
  const data = { userIds: [user.id], until: '2199-12-31' };
  const opened = await api.request.post(`/api/pipelines/${id}/rounds`, { data });
  expect(opened.status()).toBe(201);
  return id!;
}

test.describe('the scorecard (rules 32.2, 32.3 and 32.7)', () => {
  test(
    'an evaluator finds, drafts and submits a scorecard',
    { tag: '@both' },
    async ({ page, visit, api, scripts }) => {
      const id = await openOwnRound(api);
      await visit('/tasks');
      await page.getByRole('link', { name: 'Fill in scorecard, Gantrywell' }).click();
      await expect(page.getByRole('heading', { name: 'Scorecard' })).toBeVisible();
      await expect(page.getByRole('slider')).toHaveCount(scripts ? CRITERIA.length : 0);
      await box(page, 'Market size').fill('8');
      await page.getByRole('button', { name: 'Save draft' }).click();
      await expectMessage(page, 'Success', 'Draft saved');
      await expect(box(page, 'Market size')).toHaveValue('8.0');
      await expect(box(page, 'Synergies')).toHaveValue('');
      await page.getByRole('radio', { name: 'Like it' }).check();
      await page.getByRole('button', { name: 'Submit scorecard' }).click();
      await expectMessage(page, 'Success', 'Scorecard submitted');
      await expect(page).toHaveURL(new RegExp(`/pipeline/${id}/round/\\d+$`));
      await expect.poll(() => page.evaluate(() => scrollY)).toBe(0);
    },
  );

  test('a refused scorecard or round focuses what is wrong', async ({
    page,
    visit,
    api,
    admin,
    signIn,
    expectedErrors,
  }) => {
    expectedErrors.push(400, 400);
    const id = await openOwnRound(api);
    await visit(`/pipeline/${id}/scorecard`);
    await page.getByRole('radio', { name: 'Like it' }).check();
    await page.getByRole('button', { name: 'Submit scorecard' }).click();
    const message = page.getByRole('alert').filter({ hasText: 'Please give at least one score' });
    await expect(message).toBeFocused();
    await expect(message).toBeInViewport();
    await signIn(admin);
    const [other] = await admin.api.create({ companyName: 'Orchard' });
    await visit(`/pipeline/${other}/rounds`);
    await page.getByRole('button', { name: 'Open round' }).click();
    const evaluator = page.getByRole('checkbox').first();
    await expect(evaluator).toBeFocused();
    await expect(evaluator).toHaveAccessibleDescription('Please choose the evaluators');
  });

  test('a slider shows no score until it is set and cleared', async ({ page, visit, api }) => {
    const id = await openOwnRound(api);
    await visit(`/pipeline/${id}/scorecard`);
    await expect(slider(page, 'Market size')).toHaveAttribute('aria-valuetext', 'not assessed');
    await slider(page, 'Market size').click();
    await expect(box(page, 'Market size')).not.toHaveValue('');
    await expect(slider(page, 'Market size')).not.toHaveAttribute('aria-valuetext');
    await page.getByRole('button', { name: 'Clear Market size' }).press('Enter');
    await expect(box(page, 'Market size')).toHaveValue('');
    await expect(box(page, 'Market size')).toBeFocused();
    await expect(slider(page, 'Market size')).toHaveAttribute('aria-valuetext', 'not assessed');
  });

  test('leaving asks only if a scorecard has unsaved changes', async ({ page, visit, api }) => {
    const id = await openOwnRound(api);
    const asked: string[] = [];
    page.on('dialog', (dialog) => {
      asked.push(dialog.message());
      void dialog.dismiss();
    });
    await visit(`/pipeline/${id}/scorecard`);
    await box(page, 'Market size').fill('8');
    await page.getByRole('link', { name: 'Gantrywell' }).click();
    await expect.poll(() => asked).toEqual([LEAVE]);
    await expect(box(page, 'Market size')).toHaveValue('8.0');
    await page.getByRole('button', { name: 'Save draft' }).click();
    await expectMessage(page, 'Success', 'Draft saved');
    await page.getByRole('link', { name: 'Gantrywell' }).click();
    await expect(page.getByRole('heading', { name: 'Gantrywell' })).toBeVisible();
    expect(asked).toHaveLength(1);
  });
});
