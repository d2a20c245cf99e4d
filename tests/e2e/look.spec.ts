import type { Page } from '@playwright/test';
import { expect, test } from './fixtures';
import { readPdf } from './pdf';
import { openMenu } from './steps';

/** Returns the opacity of an element, which may be hidden until a card is hovered. */
const getOpacity = (page: Page, selector: string) =>
  page.locator(selector).evaluate((element) => getComputedStyle(element).opacity);

test.describe('one calm look (rules 23.13, 23.14 and 19.2)', () => {
  test(
    'the board shows nine columns at 1366 px',
    { tag: '@both' },
    async ({ page, visit, api }) => {
      await api.create({ companyName: 'Alder', targetFundingSize: '$5M', evaluationScore: 7 });
      await visit('/board');
      const columns = page.locator('.board-column');
      await expect(columns).toHaveCount(9);
      const ends = await columns.evaluateAll((all) =>
        all.map((column) => column.getBoundingClientRect().right),
      );
      expect(Math.max(...ends)).toBeLessThanOrEqual(1366 - 24);
      const closed = page.locator('.board-column[data-closed] h2', { hasText: 'Invested' });
      const tops = await closed.evaluate((heading) =>
        [heading.firstChild!, heading.querySelector('.muted')!].map((part) => {
          const range = document.createRange();
          range.selectNode(part);
          return range.getBoundingClientRect().top;
        }),
      );
      expect(tops[1]! - tops[0]!, 'the count stands beside the name').toBeLessThan(5);
      const card = page.getByRole('listitem').filter({ hasText: 'Alder' });
      await expect(card).not.toContainText(/\d+ d\b/);
      await expect(card.locator('p', { hasText: '$5M' }).locator('.score')).toHaveText('7.0');
    },
  );

  test(
    'Move… appears on hover and focus, on touch always',
    { tag: '@both' },
    async ({ browser, page, visit, api }) => {
      await api.create({ companyName: 'Alder' });
      await visit('/board');
      const link = '.board-column li > .link';
      expect(await getOpacity(page, link)).toBe('0');
      await page.locator('.board-column li').hover();
      await expect.poll(() => getOpacity(page, link)).toBe('1');
      await page.mouse.move(0, 0);
      await expect.poll(() => getOpacity(page, link)).toBe('0');
      await page.locator('.board-column li > .link').focus();
      await expect.poll(() => getOpacity(page, link)).toBe('1');
      const phone = await browser.newContext({
        hasTouch: true,
        isMobile: true,
        viewport: { width: 390, height: 844 },
        storageState: await page.context().storageState(),
        baseURL: new URL(page.url()).origin,
      });
      const touched = await phone.newPage();
      await touched.goto('/board');
      expect(await getOpacity(touched, link)).toBe('1');
      await phone.close();
    },
  );

  test(
    'insights name months, mute zeros and print landscape',
    { tag: '@both' },
    async ({ page, visit, api }) => {
      await visit('/insights');
      await expect(page.getByRole('main')).toContainText('No deals yet');
      await expect(page.getByRole('table')).toHaveCount(0);
      await api.create({ companyName: 'Alder' });
      await visit('/insights');
      const month = new Date().toLocaleDateString('en-US', { month: 'short', year: 'numeric' });
      await expect(page.getByRole('rowheader', { name: month })).toBeVisible();
      await expect(page.locator('td', { hasText: /^0$/ }).first()).toHaveClass('muted');
      const pages = readPdf(await page.pdf({ preferCSSPageSize: true }));
      expect(pages.map(({ width, height }) => width > height)).toEqual([true]);
      await page.emulateMedia({ media: 'print' });
      const value = page.locator('td', { hasText: /^1$/ }).first();
      const size = await value.evaluate((cell) => getComputedStyle(cell).fontSize);
      await expect(page.getByRole('columnheader').first()).toHaveCSS('font-size', size);
      await page.emulateMedia({ media: null });
    },
  );

  test('figures of the funnel stand in columns on a phone', async ({ page, visit, api }) => {
    await api.create({ companyName: 'Alder' }, { companyName: 'Birch', stage: 'Met' });
    await page.setViewportSize({ width: 390, height: 844 });
    await visit('/insights');
    const rights = await page
      .locator('.funnel > div > :nth-child(3)')
      .evaluateAll((all) => all.map((one) => one.getBoundingClientRect().right));
    expect(rights.length).toBeGreaterThan(5);
    expect(new Set(rights).size).toBe(1);
  });

  test(
    'menus hold theme, rows and filters in three columns',
    { tag: '@both' },
    async ({ page, visit, user }) => {
      await visit('/dashboard');
      await openMenu(page, user.lastName);
      const choices = async (group: string) =>
        page.getByRole('form', { name: group }).getByRole('button').allInnerTexts();
      expect(await choices('Theme')).toEqual(['System', 'Light', 'Dark']);
      await openMenu(page, 'Options');
      expect(await choices('Rows')).toEqual(['Comfortable', 'Compact']);
      await page.keyboard.press('Escape');
      await page.getByText('More filters').click();
      const columns = await page
        .locator('.more-fields')
        .evaluate((fields) => getComputedStyle(fields).gridTemplateColumns.split(' ').length);
      expect(columns).toBe(3);
    },
  );

  test(
    'a new deal says in one line what is missing',
    { tag: '@both' },
    async ({ page, visit, api }) => {
      const [id] = await api.create({ companyName: 'Alder' });
      await visit(`/pipeline/${id}`);
      for (const [name, line] of [
        ['Next meeting', '+ Set next meeting'],
        ['Evaluation', 'Not evaluated yet'],
        ['Evaluation', '+ Evaluate'],
        ['Tasks', '+ Add a task'],
        ['Contacts', '+ Add a contact'],
        ['Files', '+ Add files'],
      ] as const) {
        const part = page.getByRole('region', { name, exact: true });
        await expect(part.getByText(line)).toBeVisible();
        expect((await part.boundingBox())!.height, name).toBeLessThanOrEqual(72);
      }
    },
  );

  test(
    'Cancel stands left of the primary button',
    { tag: '@both' },
    async ({ page, visit, user }) => {
      expect(user).toBeTruthy();
      for (const address of ['/add', '/import', '/account/tokens']) {
        await visit(address);
        const cancel = page.getByRole('main').getByRole('link', { name: 'Cancel' });
        const { x } = (await page.getByRole('main').locator('.btn-primary').boundingBox())!;
        expect((await cancel.boundingBox())!.x, address).toBeLessThan(x);
      }
    },
  );

  test(
    'links in facts are underlined on hover only',
    { tag: '@both' },
    async ({ page, visit, api }) => {
      const [id] = await api.create({ companyName: 'Alder' });
      await visit(`/pipeline/${id}`);
      const link = page.getByRole('link', { name: 'Transfer' });
      await expect(link).toHaveCSS('text-decoration-line', 'none');
      await link.hover();
      await expect(link).toHaveCSS('text-decoration-line', 'underline');
    },
  );
});
