import type { Locator, Page } from '@playwright/test';
import { measureOverflow } from './axe';
import { expect, test } from './fixtures';
import { row } from './steps';

/** Fills every cell as far as its column allows. */
const FULL = {
  companyName: 'Überlandwerke Telecommunications Nord',
  ceoName: 'Clementina Daventry-Wolverhampton',
  industries: ['Semiconductors & Materials', 'Mobile Internet', 'AI', 'DX'],
  fundingRound: 'A',
  targetFundingSize: 'USD 5 000 000 – 7,500,000',
  businessIntroduction: 'Sensors for rooms that report when a window was left open. '.repeat(3),
  keyBusinessNumbers: 'ARR $1.9M, 118 customers',
  evaluationScore: 8,
  nextMeetingDate: '360 days',
};
const SHORT = { companyName: 'Ibex', industries: ['AI', 'DX'], targetFundingSize: '$5M' };
/** Urgent, with a name and an amount of common length. */
const URGENT = {
  companyName: 'Glasswing Robotics',
  ceoName: 'Clementina Daventry',
  targetFundingSize: '$1,250,000,000',
  nextMeetingDate: 'ASAP',
};
/** Wider than its column may be. */
const RICH = { companyName: 'Kestrel', targetFundingSize: 'JPY 125 000 000 000 000 000' };
/** Overfills every cell: a word without breaks, and characters that allow breaks between them. */
const OVERFULL = [
  'Donaudampfschifffahrtsgesellschaft',
  '深圳前海微众银行株式会社吉野家は牛丼',
].flatMap((text) =>
  [text, 'ASAP', '360 days'].map((nextMeetingDate) => ({
    companyName: text,
    ceoName: text,
    industries: [text, 'Semiconductors & Materials', 'DX', 'AI'],
    fundingRound: text,
    targetFundingSize: text,
    businessIntroduction: text.repeat(5),
    keyBusinessNumbers: text,
    nextMeetingDate,
    evaluationScore: 10,
  })),
);

const box = async (element: Locator) => (await element.first().boundingBox())!;

async function setDensity(page: Page, density: string): Promise<void> {
  const url = new URL(page.url()).origin;
  await page.context().addCookies([{ name: 'density', value: density, url }]);
  await page.reload();
}

/** Returns the layout errors of the table at one width; runs in the page. */
function listTableFlaws(shown: Element, name: string): string[] {
  const flaws: string[] = [];
  const expectThat = (isSo: boolean, what: string) => void (isSo || flaws.push(what));
  const find = (selector: string) => document.querySelector(selector)!;
  const getBox = (selector: string) => find(selector).getBoundingClientRect();
  const { scrollWidth, clientWidth: width } = document.documentElement;
  expectThat(scrollWidth <= width, `the page is ${scrollWidth} px wide`);
  const search = getBox('.filters .search');
  expectThat(search.width > 170, `the search is ${search.width} px wide`);
  const others = ['.filters > [name=sort]', '.more-filters > .btn'];
  if (location.pathname === '/dashboard') others.push('.list-tools > .menu > .btn');
  for (const other of others)
    expectThat(Math.abs(getBox(other).top - search.top) < 0.5, `${other} is not beside the search`);
  const size = [...shown.querySelectorAll('tr')]
    .find((row) => row.textContent.includes(name))!
    .querySelector('.size .fit')!;
  expectThat(
    size.scrollWidth <= size.clientWidth && size.scrollHeight <= size.clientHeight,
    `the amount of ${name} is cut`,
  );
  for (const cell of ['score-cell', 'meeting', 'actions']) {
    const { left, right } = getBox(`tbody .${cell}`);
    expectThat(left > 0 && right <= width, `${cell} from ${left} to ${right}`);
  }
  // Shows two badges, the long one with an ellipsis, and '+2' in full.
  const badges = [...find('tbody tr').querySelectorAll('.industries .fit > *')];
  expectThat(badges.length === 3, `${badges.length} badges`);
  for (const badge of badges) {
    const { width, right } = badge.getBoundingClientRect();
    const isInside = right <= badge.closest('td')!.getBoundingClientRect().right;
    expectThat(isInside && width > 14, `${badge.textContent} is not readable`);
  }
  const { textOverflow, display } = getComputedStyle(badges[0]!);
  expectThat(textOverflow === 'ellipsis' && !display.includes('flex'), 'no ellipsis');
  const amount = find('tbody .size span');
  expectThat(amount.textContent === '5 000 000', `the amount is ${amount.textContent}`);
  const lines = new Set([...amount.getClientRects()].map(({ top }) => top));
  expectThat(lines.size === 1, 'the amount has two lines');
  return flaws;
}

/** Gives all rows a long stage and returns by how many px the table overflows, or nothing; runs in the page. */
function findTableOverflow(shown: Element): string {
  for (const stage of shown.querySelectorAll('.stage .fit'))
    stage.textContent = 'Wissenschaftsprüfung';
  const table = shown.closest('table')!;
  const surplus =
    table.getBoundingClientRect().right - table.parentElement!.getBoundingClientRect().right;
  if (surplus <= 0.5) return '';
  const heads = [...table.querySelectorAll('th')];
  const widths = heads.map((head) => `${head.textContent} ${head.getBoundingClientRect().width}`);
  return `${surplus} px too wide: ${widths.join(', ')}\n${shown.textContent}`;
}

test.describe('the layout of lists and forms (rules 3.27, 5.11, 5.22, 5.23, 5.24, 5.25 and 5.32)', () => {
  test('the table fits from 1024 px in both densities', async ({ page, visit, admin, signIn }) => {
    await signIn(admin);
    const overfull = await admin.api.create(...OVERFULL);
    const lists = ['/dashboard', '/admin/pipelines'];
    const eachLook = async (widths: number[], look: (where: string) => Promise<void>) => {
      for (const list of lists)
        for (const density of ['comfortable', 'compact']) {
          await visit(`${list}?size=25`);
          await setDensity(page, density);
          for (const width of widths) {
            await page.setViewportSize({ width, height: 768 });
            await look(`${list} at ${width}, ${density}`);
          }
        }
    };
    // Minimum width of each layout.
    await eachLook([1024, 1110, 1134, 1150, 1240, 1280, 1290, 1360, 1440], async (where) => {
      expect(await page.locator('tbody').evaluate(findTableOverflow), where).toBe('');
    });
    for (const id of overfull) await admin.api.request.delete(`/api/pipelines/${id}`);
    await admin.api.create(SHORT, RICH, FULL, URGENT, { ...FULL, nextMeetingDate: 'ASAP' });
    await eachLook([1024, 1093, 1200, 1280, 1366], async (where) => {
      const flaws = await page.locator('tbody').evaluate(listTableFlaws, URGENT.companyName);
      expect(flaws, where).toEqual([]);
    });
  });

  test('the header leaves room for its search box', async ({ page, visit, admin, signIn }) => {
    await signIn(admin);
    await page.setViewportSize({ width: 1280, height: 768 });
    await visit('/dashboard');
    const header = page.getByRole('banner');
    // Leaves out the counts, which depend on what other tests have added.
    await header.locator('.nav-count').evaluateAll((counts) => counts.map((one) => one.remove()));
    const search = await box(header.getByLabel('Search all deals and notes'));
    expect(search.width, 'width of the search box in the header').toBeGreaterThanOrEqual(120);
  });

  test('the first deal is high up and its name is strongest', async ({ page, visit, api }) => {
    const deals = Array.from({ length: 12 }, (_, n) => ({
      ...FULL,
      companyName: `Company ${n}`,
      ceoName: 'Clementina Daventry',
      industries: ['AI', 'DX'],
      targetFundingSize: '$5M',
      nextMeetingDate: 'ASAP',
    }));
    await api.create(...deals);
    await visit('/dashboard');
    const rows = page.locator('tbody tr');
    for (const [density, least] of [
      ['comfortable', 6],
      ['compact', 9],
    ] as const) {
      await setDensity(page, density);
      expect((await box(rows)).y).toBeLessThanOrEqual(240);
      const inSight = await rows.evaluateAll(
        (all) => all.filter((one) => one.getBoundingClientRect().bottom <= innerHeight).length,
      );
      expect(inSight, density).toBeGreaterThanOrEqual(least);
    }
    expect((await box(page.locator('.band'))).height).toBeLessThanOrEqual(64);

    const [id] = await api.create(FULL, URGENT);
    await page.reload();
    const weights = await rows
      .nth(1)
      .locator('a, span, p, td')
      .evaluateAll((all) =>
        all
          .filter((one) => !one.matches('.name, .score, .pill-urgent'))
          .map((one) => Number(getComputedStyle(one).fontWeight)),
      );
    const name = page.getByRole('link', { name: FULL.companyName, exact: true });
    await expect(name).toHaveCSS('font-weight', '600');
    expect(Math.max(...weights)).toBeLessThan(600);
    const urgent = row(page, URGENT.companyName).locator('.name');
    const isCut = (one: Element) =>
      one.scrollWidth > one.clientWidth || one.scrollHeight > one.clientHeight;
    expect(await urgent.evaluate(isCut)).toBe(false);

    const introduction = row(page, FULL.companyName).locator('.info-text');
    const date = row(page, FULL.companyName).locator('.meeting .muted');
    for (const [width, isIntroduced, isDated] of [
      [1366, true, true],
      [1200, false, false],
      [1024, false, false],
    ] as const) {
      await page.setViewportSize({ width, height: 768 });
      await expect(introduction, `${width} px`).toBeVisible({ visible: isIntroduced });
      await expect(date, `${width} px`).toBeVisible({ visible: isDated });
    }
    await expect(page.getByRole('link', { name: `View ${FULL.companyName}` })).toHaveAttribute(
      'href',
      new RegExp(`^/pipeline/${id}/evaluation`),
    );
    await name.click();
    await expect(page).toHaveURL(`/pipeline/${id}?from=%2Fdashboard`);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(FULL.companyName);
  });

  test('opening the score editor moves nothing', async ({ page, visit, api }) => {
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
      await expect(page.getByRole('spinbutton', { name: 'Score of Unscored' })).toBeVisible();
      expect(await boxes()).toEqual(before);
      const form = await box(page.locator('.score-form'));
      const edited = row(page, 'Unscored');
      if (width === 390) {
        const company = await box(edited.locator('.company'));
        expect(form.y).toBeGreaterThanOrEqual(company.y + company.height);
      } else {
        const badge = await box(edited.locator('.score'));
        expect(form.x + form.width).toBeLessThanOrEqual((await box(edited.locator('.meeting'))).x);
        const off = form.y + form.height / 2 - (badge.y + badge.height / 2);
        expect(Math.abs(off)).toBeLessThan(4);
      }
      for (const name of ['Save score', 'Cancel']) {
        const { x, width: wide } = await box(page.getByLabel(name, { exact: true }));
        expect(x).toBeGreaterThanOrEqual(0);
        expect(x + wide).toBeLessThanOrEqual(width);
      }
    }
  });

  test('a row has at most four lines, with URGENT after the name', async ({ page, visit, api }) => {
    const urgent = { ...FULL, companyName: 'Kestrel', ceoName: undefined, nextMeetingDate: 'ASAP' };
    await api.create(FULL, { ...urgent, targetFundingSize: 'about 12.000.000 €' });
    await visit('/dashboard');
    for (const { company, lines, height } of await page
      .locator('tbody tr')
      .evaluateAll(measureFirstLines)) {
      expect(lines.length, company).toBeGreaterThanOrEqual(8);
      expect(Math.max(...lines) - Math.min(...lines), company).toBeLessThanOrEqual(1);
      expect(height, company).toBeLessThanOrEqual(4 * 18 + 16);
    }
    await expect(page.locator('.clamp').first()).toHaveCSS('font', /13px \/ 18px/);
    await expect(page.locator('.clamp').first()).toHaveCSS('-webkit-line-clamp', '4');
    await expect(page.locator('.size span').filter({ hasText: '€' })).toHaveText('12.000.000 €');
    const kestrel = row(page, 'Kestrel');
    const name = await box(kestrel.locator('.name'));
    const badge = await box(kestrel.getByText('URGENT'));
    expect(badge.x).toBeGreaterThan(name.x + name.width);
    expect(Math.abs(badge.y + badge.height / 2 - name.y - name.height / 2)).toBeLessThan(3);
    const wash = () => kestrel.evaluate((one) => getComputedStyle(one).backgroundColor);
    const strong = await wash();
    const more = Array.from({ length: 5 }, (_, n) => `${n}.`);
    await api.create(...more.map((companyName) => ({ companyName, nextMeetingDate: 'ASAP' })));
    await visit('/dashboard');
    expect(await wash()).not.toBe(strong);
  });

  /** Returns the first baseline of each cell with a text, and the row height; runs in the page. */
  function measureFirstLines(rows: Element[]) {
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

  test('a wide form has funding and follow-up beside the long text', async ({
    page,
    visit,
    user: _,
  }) => {
    await visit('/pipeline/new');
    expect(await measureOverflow(page, 1024)).toBe(0);
    const text = await box(page.getByRole('group', { name: 'Business Information' }));
    for (const name of ['Funding Details', 'Follow-up']) {
      const beside = await box(page.getByRole('group', { name }));
      expect(beside.x).toBeGreaterThan(text.x + text.width);
      expect(beside.y).toBeGreaterThanOrEqual(text.y);
      expect(beside.y).toBeLessThan(text.y + text.height);
    }
    const titles = page.locator('.form-sections h2');
    await expect(titles).toHaveText([
      'Company Information',
      'Industry',
      'Business Information',
      'Funding Details',
      'Follow-up',
      'Comments & Notes',
    ]);
    expect(await measureOverflow(page, 1023)).toBe(0);
    const tops = await titles.evaluateAll((all) => all.map((one) => one.getBoundingClientRect().y));
    expect(tops).toEqual([...new Set(tops)].toSorted((a, b) => a - b));
  });
});
