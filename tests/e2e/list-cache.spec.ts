import type { Page } from '@playwright/test';
import { expect, test } from './fixtures';
import { expectCompanies, holdRequests, row, stepBack } from './steps';

const LIST = /\/dashboard\.data/;

/** Waits for the page, since the address changes before it. */
async function openEvaluation(page: Page, company: string): Promise<void> {
  await page.getByRole('link', { name: `View ${company}` }).click();
  await expect(page.getByRole('button', { name: 'Complete Evaluation' })).toBeVisible();
}

test.describe('the cached list (rules 4.19 and 12.9)', () => {
  test('a cached list shows at once and is then updated', async ({
    page,
    visit,
    api,
    expectedErrors,
  }) => {
    expectedErrors.push('ERR_FAILED');
    const [id] = await api.create({ companyName: 'Steadwick' }, { companyName: 'Gantrywell' });
    await visit('/dashboard');
    await openEvaluation(page, 'Steadwick');
    await api.update(id!, { companyName: 'Steadwick Renamed' });
    const release = await holdRequests(page, LIST);
    await page.goBack();
    await expect(row(page, 'Gantrywell')).toBeVisible();
    await expect(row(page, 'Steadwick')).not.toContainText('Renamed');
    await expect(page.getByRole('banner').getByRole('status')).toHaveText('');
    release();
    await expect(row(page, 'Steadwick Renamed')).toBeVisible();

    const search = page.getByRole('searchbox', { name: 'Search companies' });
    await search.fill('gantry');
    await search.press('Enter');
    await expect(page).toHaveURL(/search=gantry/);
    await expectCompanies(page, ['Gantrywell']);
    const releaseLater = await holdRequests(page, LIST);
    const revalidated = page.waitForRequest(LIST);
    await page.goBack();
    await expectCompanies(page, ['Gantrywell', 'Steadwick Renamed']);
    await revalidated;
    await page.goForward();
    await expectCompanies(page, ['Gantrywell']);
    releaseLater();

    await openEvaluation(page, 'Gantrywell');
    await page.route(LIST, (route) => route.abort());
    const refused = page.waitForEvent('requestfailed');
    await page.goBack();
    await refused;
    await expect(page.getByRole('heading', { name: 'Deal Pipeline Dashboard' })).toBeVisible();
    await expect(row(page, 'Gantrywell')).toBeVisible();
  });

  test('a change saved meanwhile shows, its message only once', async ({ page, visit, api }) => {
    await api.create(
      { companyName: 'Pinwhistle', evaluationScore: 6.4 },
      { companyName: 'Gantrywell', evaluationScore: 2 },
    );
    const score = row(page, 'Pinwhistle').getByRole('link', { name: /^Score of/ });
    await visit('/dashboard');
    await page.getByRole('columnheader', { name: 'Score' }).getByRole('link').click();
    await expect(page).toHaveURL(/sort=score_desc/);
    await score.click();
    await page.getByRole('spinbutton').fill('8.1');
    await page.getByRole('button', { name: 'Save score' }).click();
    await expect(page.getByText('Evaluation score updated successfully')).toBeVisible();
    await expect(score).toHaveText('8.1');
    const release = await holdRequests(page, LIST);
    await page.goBack();
    await expect(page.getByRole('banner').getByRole('status')).toHaveText('Loading');
    await expect(score).toHaveText('8.1');
    release();
    await expectCompanies(page, ['Gantrywell', 'Pinwhistle']);
    await expect(score).toHaveText('8.1');

    await page.getByRole('link', { name: 'Edit Pinwhistle' }).click();
    await page.getByLabel('Company name').fill('Pinwhistle Two');
    await page.getByRole('button', { name: 'Update Deal' }).click();
    const toast = page.getByRole('region', { name: /^Notifications/ }).getByRole('listitem');
    await expect(toast.filter({ hasText: 'Pipeline updated' })).toHaveCount(1);
    await openEvaluation(page, 'Pinwhistle Two');
    // Tries again, because a message may end by itself before it is closed.
    await expect(async () => {
      const closeButtons = await toast.getByRole('button', { name: 'Close toast' }).all();
      for (const close of closeButtons.reverse()) await close.click({ timeout: 1_000 });
      await expect(toast).toHaveCount(0, { timeout: 1_000 });
    }).toPass();
    await page.goBack();
    await expect(row(page, 'Pinwhistle Two')).toBeVisible();
    await expect(page.getByRole('banner').getByRole('status')).toHaveText('');
    await expect(toast).toHaveCount(0);
  });

  test('nothing is cached after the logout', async ({ page, visit, api, expectedErrors }) => {
    expectedErrors.push(401);
    await api.create({ companyName: 'Steadwick' });
    await visit('/dashboard');
    await openEvaluation(page, 'Steadwick');
    await page.getByRole('button', { name: 'Logout' }).click();
    await expect(page).toHaveURL('/login');
    const release = await holdRequests(page, LIST);
    const asked = page.waitForRequest(LIST);
    await stepBack(page, 2);
    await asked;
    await expect(page.getByText('Steadwick')).toHaveCount(0);
    release();
    await expect(page).toHaveURL(/\/login/);
    await expect(page.getByText('Steadwick')).toHaveCount(0);
  });
});
