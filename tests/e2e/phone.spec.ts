import type { Locator } from '@playwright/test';
import { expect, test } from './fixtures';
import { ADMIN } from './site';
import { openMenu } from './steps';

const box = async (element: Locator) => (await element.first().boundingBox())!;
const PHONE = { width: 390, height: 844 };

test.describe('the list on a phone (rules 5.26 and 5.31)', () => {
  test('the first deal is in the upper half, filters in one button', async ({
    page,
    visit,
    admin,
    signIn,
  }) => {
    const [id] = await admin.api.create(
      { companyName: 'Only a name' },
      {
        companyName: 'Gantrywell',
        ceoName: 'Noor Haddaway',
        industries: ['AI', 'DX', 'IOT'],
        fundingRound: 'A',
        targetFundingSize: '$5M',
        businessIntroduction: 'Sensors for rooms that report when a window was left open. '.repeat(
          3,
        ),
        keyBusinessNumbers: 'ARR $1.9M, 118 customers',
        evaluationScore: 8,
        nextMeetingDate: 'ASAP',
      },
    );
    await signIn(admin);
    await page.setViewportSize(PHONE);
    for (const address of [
      '/admin/pipelines?search=gantry',
      '/dashboard?search=gantry',
      '/dashboard',
    ]) {
      await visit(address);
      const { y, height } = await box(page.locator('tbody tr'));
      expect(y, address).toBeLessThanOrEqual(422);
      expect(height).toBeLessThanOrEqual(160);
    }
    const bare = page.getByRole('row').filter({ hasText: 'Only a name' });
    expect((await box(bare)).height).toBeLessThanOrEqual(100);
    const empty = bare.locator('.round, .size, .industries, .meeting').filter({ visible: true });
    await expect(empty).toHaveCount(0);

    const industry = page.getByLabel('Industry', { exact: true });
    await expect(industry).toBeHidden();
    await expect(page.getByPlaceholder('Search companies...')).toBeVisible();
    const filters = page.locator('summary').filter({ hasText: /^Filters/ });
    await filters.click();
    await industry.selectOption('IOT');
    await expect(page).toHaveURL(/industry=IOT/);
    await expect(filters).toHaveText(/^Filters\s*\(1\)$/);

    await visit('/admin/pipelines?size=25');
    const stops = await page.locator('thead :is(a, input)').evaluateAll((all) =>
      all.flatMap((one) => {
        (one as HTMLElement).focus();
        const { width } = one.closest('th')!.getBoundingClientRect();
        return document.activeElement === one ? [width] : [];
      }),
    );
    expect(stops, 'nothing out of sight takes the focus').toHaveLength(1);
    expect(stops[0]).toBeGreaterThanOrEqual(24);
    await page.getByText('Select all', { exact: true }).click();
    await expect(page.locator('tbody .selection input:not(:checked)')).toHaveCount(0);
    const heights = await page
      .locator('tbody .name')
      .evaluateAll((all) => all.map((one) => one.getBoundingClientRect().height));
    expect(Math.min(...heights)).toBeGreaterThanOrEqual(24);

    await visit(`/pipeline/${id}/edit`);
    const bar = await box(page.locator('.save-bar'));
    expect(bar.height).toBeLessThanOrEqual(64);
    const save = await box(page.locator('.save-bar .btn-primary'));
    expect(save.x + save.width).toBeGreaterThan(bar.x + bar.width - 20);
  });

  test('the bar is whole and the page has at most 24 controls', async ({
    page,
    visit,
    admin,
    signIn,
  }) => {
    await admin.api.create(...Array.from({ length: 60 }, (_, n) => ({ companyName: `${n}.` })));
    await signIn(admin);
    await visit('/views/new?back=%2Fdashboard%3Findustry%3DAI');
    await page.getByLabel('Name').fill('Only AI');
    await page.getByRole('button', { name: 'Save view' }).click();
    const tab = page
      .getByRole('navigation', { name: 'Views' })
      .getByRole('link', { name: 'Only AI' });
    await expect(tab).toHaveAttribute('aria-current', 'page');
    await expect(page.getByRole('link', { name: 'Remove filter Industry: AI' })).toBeVisible();
    await visit('/dashboard');
    const controls = page.locator('a, button, select, input:not([type=hidden]), summary');
    const outside = controls.and(page.locator(':not(table *, .skip)')).filter({ visible: true });
    expect(await outside.count()).toBeLessThanOrEqual(24);
    await expect(page.getByRole('button', { name: 'Apply' })).toBeHidden();
    const title = await box(page.locator('h1'));
    expect((await box(tab)).y).toBeLessThan(title.y + title.height);
    for (const name of ['Search companies...', 'Search all deals and notes'])
      await expect(page.getByPlaceholder(name)).toBeVisible();

    await visit('/board');
    const bar = page.getByRole('banner');
    const nav = page.getByRole('navigation', { name: 'Main' });
    for (const width of [768, 1024, 320, 389, 390, 640, 767]) {
      await page.setViewportSize({ width, height: 844 });
      const over = await nav.evaluate((one) => one.scrollWidth - one.clientWidth);
      expect(over, `surplus width of the header's links at ${width} px`).toBe(0);
      await expect(bar.getByRole('link', { name: 'Admin' })).toHaveCount(width < 768 ? 0 : 1);
    }
    await openMenu(page, ADMIN.email);
    await bar.getByRole('link', { name: 'Admin' }).click();
    await expect(page).toHaveURL('/admin');
  });
});
