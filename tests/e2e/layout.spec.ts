import { expect, test } from './fixtures';
import { box, expectNoOverflow, FULL, setDensity, SHORT } from './layout';
import { ADMIN } from './site';
import { openMenu, row } from './steps';

test(
  'each figure leads to the deals that it counts (rule 5.21)',
  { tag: '@scripts' },
  async ({ page, visit, api }) => {
    await api.create(
      { companyName: 'Scored', evaluationScore: 7, industries: ['AI'], nextMeetingDate: '90 days' },
      { companyName: 'Urgent', nextMeetingDate: 'ASAP', industries: ['AI', 'Fusion'] },
      { companyName: 'Soon', nextMeetingDate: '30 days' },
      { companyName: 'Zero', evaluationScore: 0 },
    );
    await visit('/dashboard?round=');
    const figures = page.getByRole('region', { name: 'Summary' });
    const names = page.locator('tbody .name');
    for (const [figure, found] of [
      ['Active Reviews 1', ['Scored']],
      ['High Priority 1', ['Urgent']],
      ['Meetings within 30 Days 2', ['Soon', 'Urgent']],
      ['Total Deals 4', ['Zero', 'Soon', 'Urgent', 'Scored']],
    ] as const) {
      await figures.getByRole('link', { name: figure }).click();
      await expect(names).toHaveText([...found]);
      await expect(figures.getByText('Total Deals')).toBeVisible();
    }
    await figures.getByRole('link', { name: 'High Priority' }).click();
    await page.getByRole('link', { name: 'Remove filter Only: High Priority' }).click();
    await expect(names).toHaveCount(4);
    await expect(figures.getByRole('listitem')).toHaveText(['AI2', 'Fusion1']);
    await page.getByLabel('Industry', { exact: true }).selectOption('Fusion');
    await expect(names).toHaveText(['Urgent']);
    await expect(page.getByLabel('Industry', { exact: true })).toHaveValue('Fusion');
  },
);

test(
  'opening the score editor moves nothing (rule 5.25)',
  { tag: '@scripts' },
  async ({ page, visit, api }) => {
    await api.create(SHORT, FULL, {
      ...FULL,
      companyName: 'Unscored',
      evaluationScore: undefined,
    });
    for (const [width, density] of [
      [1366, 'comfortable'],
      [1024, 'compact'],
      [390, 'compact'],
    ] as const) {
      await page.setViewportSize({ width, height: 844 });
      await visit('/dashboard');
      await setDensity(page, density);
      const boxes = () =>
        page.locator('th, tbody tr, tbody td').evaluateAll((all) =>
          all.map((one) => {
            const { top, left, width: wide, height } = one.getBoundingClientRect();
            return [one.className, top + scrollY, left, wide, height].join(' ');
          }),
        );
      const before = await boxes();
      await page.getByRole('link', { name: 'Add a score for Unscored' }).click();
      const editor = page.getByRole('spinbutton', { name: 'Score of Unscored' });
      await expect(editor).toBeVisible();
      expect(await boxes()).toEqual(before);
      const form = await box(page, '.score-form');
      const edited = row(page, 'Unscored');
      if (width === 390) {
        const name = (await edited.locator('.company').boundingBox())!;
        expect(form.top).toBeGreaterThanOrEqual(name.y + name.height);
      } else {
        const badge = (await edited.locator('.score').boundingBox())!;
        expect(form.right).toBeLessThanOrEqual((await edited.locator('.meeting').boundingBox())!.x);
        const off = (form.top + form.bottom) / 2 - (badge.y + badge.height / 2);
        expect(Math.abs(off)).toBeLessThan(4);
      }
      for (const name of ['Save score', 'Cancel']) {
        const { x, width: wide } = (await page.getByLabel(name, { exact: true }).boundingBox())!;
        expect(x).toBeGreaterThanOrEqual(0);
        expect(x + wide).toBeLessThanOrEqual(width);
      }
    }
  },
);

test(
  'on a phone all rows are selected at once, and nothing out of sight takes the focus (rule 5.26)',
  { tag: '@scripts' },
  async ({ page, visit, admin, signIn }) => {
    const [id] = await admin.api.create(SHORT);
    await signIn(admin);
    await page.setViewportSize({ width: 390, height: 844 });
    await visit(`/pipeline/${id}/edit`);
    const bar = await box(page, '.save-bar');
    expect(bar.height).toBeLessThanOrEqual(64);
    expect((await box(page, '.save-bar .btn-primary')).right).toBeGreaterThan(bar.right - 20);
    await visit('/admin/pipelines?size=25');
    const stops = await page.locator('thead :is(a, input)').evaluateAll((all) =>
      all.flatMap((one) => {
        (one as HTMLElement).focus();
        const { width } = one.closest('th')!.getBoundingClientRect();
        return document.activeElement === one ? [width] : [];
      }),
    );
    expect(stops).toHaveLength(1);
    expect(stops[0]).toBeGreaterThanOrEqual(24);
    await page.getByText('Select all', { exact: true }).click();
    await expect(page.locator('tbody .selection input:not(:checked)')).toHaveCount(0);
    const heights = await page
      .locator('tbody .name')
      .evaluateAll((all) => all.map((one) => one.getBoundingClientRect().height));
    expect(Math.min(...heights)).toBeGreaterThanOrEqual(24);
  },
);

test(
  'on a phone the first deal is in the upper half, and filters are behind one button (rule 5.26)',
  { tag: '@scripts' },
  async ({ page, visit, admin, signIn }) => {
    await admin.api.create(
      { companyName: 'Only a name' },
      {
        ...FULL,
        companyName: 'Gantrywell',
        ceoName: 'Noor Haddaway',
        industries: ['AI', 'DX', 'IOT'],
        targetFundingSize: '$5M',
        nextMeetingDate: 'ASAP',
      },
    );
    await signIn(admin);
    await page.setViewportSize({ width: 390, height: 844 });
    for (const address of [
      '/dashboard?search=gantry',
      '/admin/pipelines?search=gantry',
      '/dashboard',
    ]) {
      await visit(address);
      const { top, height } = await box(page, 'tbody tr');
      expect(top, address).toBeLessThanOrEqual(422);
      expect(height).toBeLessThanOrEqual(160);
    }
    const bare = page.getByRole('row').filter({ hasText: 'Only a name' });
    expect((await bare.boundingBox())!.height).toBeLessThanOrEqual(100);
    await expect(
      bare.locator('.round, .size, .industries, .meeting').filter({ visible: true }),
    ).toHaveCount(0);

    const industry = page.getByLabel('Industry', { exact: true });
    await expect(industry).toBeHidden();
    await expect(page.getByPlaceholder('Search companies...')).toBeVisible();
    await page
      .locator('summary')
      .filter({ hasText: /^Filters$/ })
      .click();
    await industry.selectOption('IOT');
    await expect(page).toHaveURL(/industry=IOT/);
    await expect(page.locator('summary').filter({ hasText: 'Filters (1)' })).toBeVisible();
  },
);

test(
  'on a phone nothing in the bar is cut off, and staff find Admin in the menu of the account (rule 5.31)',
  { tag: '@scripts' },
  async ({ page, visit, admin, signIn }) => {
    await signIn(admin);
    await visit('/board');
    const bar = page.getByRole('banner');
    const nav = page.getByRole('navigation', { name: 'Main' });
    for (const width of [700, 1024, 320, 389, 390, 640, 699]) {
      await page.setViewportSize({ width, height: 844 });
      const over = await nav.evaluate((one) => one.scrollWidth - one.clientWidth);
      expect(over, `at ${width} px`).toBe(0);
      await expect(bar.getByRole('link', { name: 'Admin' })).toHaveCount(width < 700 ? 0 : 1);
    }
    await openMenu(page, ADMIN.email);
    await bar.getByRole('link', { name: 'Admin' }).click();
    await expect(page).toHaveURL('/admin');
  },
);

test(
  'with a view and rights of staff there are at most 24 controls outside the table (rule 5.31)',
  { tag: '@scripts' },
  async ({ page, visit, admin, signIn }) => {
    await admin.api.create(
      ...Array.from({ length: 60 }, (_, n) => ({ ...SHORT, companyName: `${n}.` })),
    );
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
    expect((await tab.boundingBox())!.y).toBeLessThan((await box(page, 'h1')).bottom);
    for (const name of ['Search companies...', 'Search all deals and notes'])
      await expect(page.getByPlaceholder(name)).toBeVisible();
  },
);

test('menus open by keyboard, and with scripts close on Escape and elsewhere (rule 12.37)', async ({
  page,
  visit,
  api,
  scripts,
}) => {
  await api.create(SHORT);
  await visit('/dashboard');
  const button = page.locator('.menu > summary').filter({ hasText: 'Options' });
  const first = page.getByRole('link', { name: 'Import', exact: true });
  await expect(first).toBeHidden();
  await button.press('Enter');
  await expect(first).toBeVisible();
  await page.keyboard.press('Tab');
  await expect(first).toBeFocused();
  const print = page.getByRole('link', { name: 'Print', exact: true });
  await expect(print).toHaveAttribute('href', '/dashboard/print');
  if (scripts) {
    await page.keyboard.press('Escape');
    await expect(first).toBeHidden();
    await expect(button).toBeFocused();
    await button.click();
    await page.getByRole('heading', { level: 1 }).click();
    await expect(first).toBeHidden();
    await button.press('Enter');
    await openMenu(page, 'Ana Lindqvist');
    await expect(first, 'one at a time').toBeHidden();
    await expect(page.getByRole('link', { name: 'Your account' })).toBeVisible();
  }
  if (!(await first.isVisible())) await button.press('Enter');
  await page.getByRole('link', { name: 'Select', exact: true }).click();
  await expect(page).toHaveURL('/dashboard?select=on');
  await expect(first).toBeHidden();
});

test(
  'a row has one first line and at most four, URGENT stands after the name, an amount in one piece (rules 5.11 and 5.32)',
  { tag: '@scripts' },
  async ({ page, visit, api }) => {
    const urgent = { ...FULL, companyName: 'Kestrel', ceoName: undefined, nextMeetingDate: 'ASAP' };
    await api.create(FULL, { ...urgent, targetFundingSize: 'about 12.000.000 €' });
    await visit('/dashboard');
    for (const { company, lines, height } of await page
      .locator('tbody tr')
      .evaluateAll(firstLines)) {
      expect(lines.length, company).toBeGreaterThanOrEqual(8);
      expect(Math.max(...lines) - Math.min(...lines), company).toBeLessThanOrEqual(1);
      expect(height, company).toBeLessThanOrEqual(4 * 18 + 16);
    }
    await expect(page.locator('.clamp').first()).toHaveCSS('font', /13px \/ 18px/);
    await expect(page.locator('.clamp').first()).toHaveCSS('-webkit-line-clamp', '4');
    await expect(page.locator('.size span').filter({ hasText: '€' })).toHaveText('12.000.000 €');
    const name = (await row(page, 'Kestrel').locator('.name').boundingBox())!;
    const badge = (await row(page, 'Kestrel').getByText('URGENT').boundingBox())!;
    expect(badge.x).toBeGreaterThan(name.x + name.width);
    expect(Math.abs(badge.y + badge.height / 2 - name.y - name.height / 2)).toBeLessThan(3);
    const wash = () =>
      row(page, 'Kestrel').evaluate((one) => getComputedStyle(one).backgroundColor);
    const strong = await wash();
    await api.create(
      ...Array.from({ length: 5 }, (_, n) => ({ companyName: `${n}.`, nextMeetingDate: 'ASAP' })),
    );
    await visit('/dashboard');
    expect(await wash()).not.toBe(strong);
  },
);

test(
  'in a wide window funding and follow-up stand beside the long text, in the specified order (rule 3.27)',
  { tag: '@scripts' },
  async ({ page, visit, api }) => {
    const [id] = await api.create(SHORT);
    for (const address of ['/pipeline/new', `/pipeline/${id}/edit`]) {
      await page.setViewportSize({ width: 1200, height: 768 });
      await visit(address);
      const text = (await page.getByRole('group', { name: 'Business Information' }).boundingBox())!;
      for (const name of ['Funding Details', 'Follow-up']) {
        const beside = (await page.getByRole('group', { name }).boundingBox())!;
        expect(beside.x).toBeGreaterThan(text.x + text.width);
        expect(beside.y).toBeGreaterThanOrEqual(text.y);
        expect(beside.y).toBeLessThan(text.y + text.height);
      }
      await expectNoOverflow(page, 1200);
      const titles = page.locator('.form-sections h2');
      await expect(titles).toHaveText([
        'Company Information',
        'Industry',
        'Business Information',
        'Funding Details',
        'Follow-up',
        'Comments & Notes',
      ]);
      await page.setViewportSize({ width: 1199, height: 768 });
      const tops = await titles.evaluateAll((all) =>
        all.map((one) => one.getBoundingClientRect().y),
      );
      expect(tops).toEqual([...new Set(tops)].toSorted((a, b) => a - b));
    }
  },
);

/** Where the first line of each cell with a text has its baseline, and the height of the row. */
function firstLines(rows: Element[]) {
  return rows.map((one) => {
    const lines = [...(one as HTMLTableRowElement).cells].flatMap((cell) => {
      const texts = document.createTreeWalker(cell, NodeFilter.SHOW_TEXT);
      if (!texts.nextNode()) return [];
      const mark = document.createElement('i');
      mark.style.display = 'inline-block';
      (texts.currentNode as Text).before(mark);
      const { bottom } = mark.getBoundingClientRect();
      mark.remove();
      return [bottom];
    });
    const company = one.querySelector('.name')?.textContent ?? '';
    return { company, lines, height: one.getBoundingClientRect().height };
  });
}
