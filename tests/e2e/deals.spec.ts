import type { Page } from '@playwright/test';
import { expect, test } from './fixtures';
import {
  deleteDeal,
  expectCompanies,
  expectError,
  expectMessage,
  openMenu,
  row,
  skipBrowserChecks,
} from './steps';

const FULL = {
  companyName: 'Løkke & Söhne <鋼>',
  ceoName: 'Noor Haddaway',
  cooName: 'Ebbe Norling',
  cfoName: 'Port engineer',
  industries: ['AI', 'In/Out bound'],
  businessIntroduction: 'Plans the work of cranes.\n\nSecond paragraph.',
  keyBusinessNumbers: 'ARR $1.2M, growth 140% YoY',
  fundingRound: 'B',
  targetFundingSize: '$12M',
  targetClosingDate: '2027-02-28',
  evaluationScore: 7.3,
  nextMeetingDate: '30 days',
  comments: '- Data room opened\n- =SUM(A1) stays text',
};

async function fillPipeline(page: Page): Promise<void> {
  await page.getByLabel('Company name').fill(FULL.companyName);
  await page.getByLabel('CEO', { exact: true }).fill(FULL.ceoName);
  await page.getByLabel('CFO/COO').fill(FULL.cooName);
  await page.getByLabel('Other Visitors').fill(FULL.cfoName);
  for (const industry of FULL.industries)
    await page.getByRole('checkbox', { name: industry }).check();
  await page.getByLabel('Product/Service').fill(FULL.businessIntroduction);
  await page.getByLabel('Key business metrics').fill(FULL.keyBusinessNumbers);
  await page.getByLabel('Funding round').selectOption('Series B');
  await page.getByLabel('Target funding size').fill(FULL.targetFundingSize);
  await page.getByLabel('Target closing date').fill(FULL.targetClosingDate);
  await page.getByLabel('Initial Evaluation Score (1-10)').fill('7.3');
  await page.getByLabel('Next meeting', { exact: true }).selectOption('30 days');
  await page.getByLabel('Comments').fill(FULL.comments);
}

test.describe('adding a deal (rules 3.1, 3.16 and 5.1)', () => {
  test(
    'the form stores every field as it was typed',
    { tag: '@both' },
    async ({ page, visit, api }) => {
      await visit('/dashboard');
      await page.getByRole('banner').getByRole('link', { name: 'Add New Deal' }).click();
      await expect(page.getByRole('heading', { name: 'Add New Deal' })).toBeVisible();
      for (const section of [
        'Company Information',
        'Industry',
        'Business Information',
        'Funding Details',
        'Follow-up',
        'Comments & Notes',
      ])
        await expect(page.getByRole('group', { name: section })).toBeVisible();
      await fillPipeline(page);
      await page.getByRole('button', { name: 'Save Deal' }).click();
      await expect(page).toHaveURL('/dashboard');
      await expectMessage(page, 'Success', 'Pipeline created successfully');
      await expect(page.getByRole('link', { name: 'Open deal' })).toHaveAttribute(
        'href',
        /^\/pipeline\/\d+$/,
      );
      await expect(row(page, FULL.companyName)).toContainText('Noor Haddaway, CEO');
      const [stored] = await api.list();
      expect(stored).toMatchObject(FULL);
    },
  );

  test('the form shows errors above and beside fields with input', async ({
    page,
    visit,
    api,
    accessible,
    expectedErrors,
  }) => {
    expectedErrors.push(400);
    await visit('/pipeline/new');
    await fillPipeline(page);
    await page.getByLabel('Company name').fill('   ');
    await page.getByLabel('Initial Evaluation Score (1-10)').fill('11');
    await skipBrowserChecks(page);
    await page.getByRole('button', { name: 'Save Deal' }).click();
    const summary = page.getByRole('main').getByRole('alert');
    await expect(summary).toContainText('Validation Error');
    await expect(summary).toContainText(
      'Company name is required' +
        'Initial Evaluation Score (1-10): Please enter a score from 1 to 10',
    );
    await accessible('a new deal with errors');
    await expectError(page, 'Company name', 'Company name is required');
    await expectError(
      page,
      'Initial Evaluation Score \\(1-10\\)',
      'Please enter a score from 1 to 10',
    );
    await expect(page.getByLabel('CEO', { exact: true })).toHaveValue(FULL.ceoName);
    await expect(page.getByRole('checkbox', { checked: true })).toHaveCount(2);
    await expect(page.getByLabel('Product/Service')).toHaveValue(FULL.businessIntroduction);
    await expect(page.getByLabel('Funding round')).toHaveValue('B');
    await expect(page.getByLabel('Initial Evaluation Score (1-10)')).toHaveValue('11');
    await summary.getByRole('link', { name: 'Company name' }).click();
    await expect(page.getByLabel('Company name')).toBeInViewport();
    await expect(page.locator('[data-sonner-toast]'), 'no toast besides').toHaveCount(0);
    expect(await api.list()).toEqual([]);

    await page.getByLabel('Company name').fill('Løkke');
    await expect(summary, 'a mended field has no error').not.toContainText('Company name');
    await expect(page.getByLabel('Company name')).not.toHaveAttribute('aria-invalid');
    await page.getByLabel('Initial Evaluation Score (1-10)').fill('12');
    await expect(summary, 'one that is still wrong has').toContainText('score from 1 to 10');
    await page.getByLabel('Initial Evaluation Score (1-10)').fill('9.9');
    await expect(summary).toHaveCount(0);
    await page.getByRole('button', { name: 'Save Deal' }).click();
    await expect(page).toHaveURL('/dashboard');
    expect(await api.list()).toMatchObject([
      { ...FULL, companyName: 'Løkke', evaluationScore: 9.9 },
    ]);
  });
});

test.describe('two people edit one deal (rules 3.19 and 3.20)', () => {
  test(
    'a conflict overwrites nothing and asks for each field',
    { tag: '@both' },
    async ({ page, visit, api, admin, accessible, expectedErrors, scripts }) => {
      expectedErrors.push(409);
      const [id] = await api.create(FULL);
      await visit(`/pipeline/${id}/edit`);
      await admin.api.update(id!, {
        ceoName: 'Theirs, CEO',
        targetFundingSize: '$99M',
        industries: ['DX'],
      });
      await page.getByLabel('CEO', { exact: true }).fill('Mine, CEO');
      await page.getByLabel('Target funding size').fill('$1M');
      await page.getByLabel('Comments').fill('Mine, comments');
      await page.getByRole('button', { name: 'Update Deal' }).click();

      const versions = page.getByRole('region', { name: 'Two versions' });
      await expect(versions).toContainText(
        'Someone else has changed this deal since you opened it.',
      );
      expect(await api.read(id!)).toMatchObject({
        ...FULL,
        ceoName: 'Theirs, CEO',
        targetFundingSize: '$99M',
        industries: ['DX'],
      });
      await expect(versions).toBeFocused();
      await accessible('two versions of a deal');
      await expect(page.getByText('Failed to update pipeline'), 'said once').toHaveCount(1);
      const ceo = versions.getByRole('group', { name: 'CEO' });
      await expect(ceo.getByRole('radio', { name: 'Yours: Mine, CEO' })).not.toBeChecked();
      if (scripts) {
        await page.getByLabel('Comments').press('Control+Enter');
        await expect(ceo).toBeFocused();
        await expect(versions.getByText('Choose which CEO to keep')).toHaveCount(2);
        await page.getByLabel('CEO', { exact: true }).fill('Mine, mended');
        await expect(ceo.getByRole('radio', { name: 'Yours: Mine, mended' })).toBeChecked();
        await expect(versions.getByText('Choose which CEO to keep')).toHaveCount(0);
      }
      await ceo.getByRole('radio', { name: 'Saved since: Theirs, CEO' }).check();
      const size = versions.getByRole('group', { name: 'Target funding size' });
      await expect(size).toContainText('Yours: $1M');
      await expect(size).toContainText('Saved since: $99M');
      await size.getByRole('radio', { name: 'Yours' }).check();
      for (const merged of ['Industries', 'Company name'])
        await expect(versions.getByRole('group', { name: merged })).toBeHidden();
      await page.getByRole('button', { name: 'Update Deal' }).click();

      await expect(page).toHaveURL('/dashboard');
      await expect(
        page.getByText(
          /^Pipeline updated successfully\. Also changed in the meantime by .+: Industries$/,
        ),
      ).toBeVisible();
      expect(await api.read(id!)).toMatchObject({
        ...FULL,
        ceoName: 'Theirs, CEO',
        targetFundingSize: '$1M',
        industries: ['DX'],
        comments: 'Mine, comments',
      });
    },
  );

  test('a reload or an invalid save does not hide the newer edit', async ({
    page,
    visit,
    api,
    admin,
    expectedErrors,
  }) => {
    expectedErrors.push(400, 409);
    const [id] = await api.create(FULL);
    await visit(`/pipeline/${id}/edit`);
    await admin.api.update(id!, { ceoName: 'Theirs, CEO' });
    // Reloads data under an open form, which keeps the version it was opened with.
    await openMenu(page, 'Ana Lindqvist');
    await page.getByRole('button', { name: 'Theme: light' }).click();
    await expect(page.locator('html')).toHaveAttribute('data-theme', 'light');
    await page.getByLabel('Company name').fill(' ');
    await page.getByRole('button', { name: 'Update Deal' }).click();
    await expectError(page, 'Company name', 'Company name is required');
    await page.getByLabel('Company name').fill('Mine');
    await page.getByLabel('CEO', { exact: true }).fill('Mine, CEO');
    await page.getByRole('button', { name: 'Update Deal' }).click();
    await expect(page.getByRole('radio', { name: 'Saved since: Theirs, CEO' })).toBeVisible();
    expect(await api.read(id!)).toMatchObject({ ...FULL, ceoName: 'Theirs, CEO' });
  });
});

test.describe('deleting a deal (rules 3.22, 5.15 and 10.13)', () => {
  test(
    'deletion asks, returns to the list and can be undone',
    { tag: '@both' },
    async ({ page, visit, api, scripts }) => {
      const [id] = await api.create({ companyName: 'Steadwick' }, { companyName: 'Gantrywell' });
      await visit('/dashboard?sort=oldest');
      await deleteDeal(page, 'Steadwick', { scripts, confirmed: false });
      await expect(page).toHaveURL('/dashboard?sort=oldest');
      expect(await api.exists(id!)).toBe(true);
      await deleteDeal(page, 'Steadwick', { scripts, confirmed: true });
      await expect(page).toHaveURL('/dashboard?sort=oldest');
      await expectMessage(page, 'Success', 'Pipeline deleted successfully');
      await expectCompanies(page, ['Gantrywell']);
      expect(await api.exists(id!)).toBe(false);
      await page.getByRole('button', { name: 'Undo' }).click();
      await expectMessage(page, 'Success', 'Steadwick restored');
      await expect(page).toHaveURL('/dashboard?sort=oldest');
      await expectCompanies(page, ['Steadwick', 'Gantrywell']);
      expect(await api.exists(id!)).toBe(true);
      await deleteDeal(page, 'Steadwick', { scripts, confirmed: true });
      await expectMessage(page, 'Success', 'Pipeline deleted successfully');
      await openMenu(page, 'Options');
      await page.getByRole('link', { name: 'Recently deleted' }).click();
      await page.getByRole('button', { name: 'Restore Steadwick' }).click();
      await expectMessage(page, 'Success', 'Steadwick restored');
      await expect.poll(() => api.exists(id!)).toBe(true);
    },
  );

  test('a list asks again before deleting a changed deal', async ({
    page,
    visit,
    ready,
    api,
    scripts,
    expectedErrors,
  }) => {
    expectedErrors.push(409);
    const [id] = await api.create({ companyName: 'Steadwick' });
    await visit('/dashboard');
    await ready();
    await api.update(id!, { comments: 'They raised' });
    await deleteDeal(page, 'Steadwick', { scripts, confirmed: true });
    await expect(page.getByText('Someone else has changed this deal')).toBeVisible();
    await page.getByRole('button', { name: 'Delete' }).click();
    await expectMessage(page, 'Success', 'Pipeline deleted successfully');
    await expect(page).toHaveURL('/dashboard');
  });
});
