import type { Locator } from '@playwright/test';
import { expect, test } from './fixtures';
import { box, FULL, setDensity, SHORT } from './layout';
import { row } from './steps';

/** Urgent, with a name and an amount of common length. */
const URGENT = {
  companyName: 'Glasswing Robotics',
  ceoName: 'Clementina Daventry',
  targetFundingSize: '$1,250,000,000',
  nextMeetingDate: 'ASAP',
};
/** Wider than its column may be. */
const RICH = { companyName: 'Kestrel', targetFundingSize: 'JPY 125 000 000 000 000 000' };
/** In every cell more than it may show: a word that does not break, and characters between which a line does. */
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
/** The least width of each of the layouts. */
const NARROWEST = [1024, 1110, 1150, 1240, 1290, 1360, 1440];

const isCut = (text: Locator) =>
  text.evaluate((one) => one.scrollWidth > one.clientWidth || one.scrollHeight > one.clientHeight);

/** What is not as it should be in the table of one width; runs in the page. */
function flawsOfTable(shown: Element, name: string): string[] {
  const flaws: string[] = [];
  const expectThat = (isSo: boolean, what: string) => void (isSo || flaws.push(what));
  const find = (selector: string) => document.querySelector(selector)!;
  const boxOf = (selector: string) => find(selector).getBoundingClientRect();
  const { scrollWidth, clientWidth: width } = document.documentElement;
  expectThat(scrollWidth <= width, `the page is ${scrollWidth} px wide`);
  const search = boxOf('.filters .search');
  expectThat(search.width > 170, `the search is ${search.width} px wide`);
  const others = ['.filters > [name=sort]', '.more-filters > .btn'];
  if (location.pathname === '/dashboard') others.push('.list-tools > .menu > .btn');
  for (const other of others)
    expectThat(Math.abs(boxOf(other).top - search.top) < 0.5, `${other} is not beside the search`);
  const size = [...shown.querySelectorAll('tr')]
    .find((row) => row.textContent.includes(name))!
    .querySelector('.size .fit')!;
  expectThat(
    size.scrollWidth <= size.clientWidth && size.scrollHeight <= size.clientHeight,
    `the amount of ${name} is cut`,
  );
  for (const cell of ['score-cell', 'meeting', 'actions']) {
    const { left, right } = boxOf(`tbody .${cell}`);
    expectThat(left > 0 && right <= width, `${cell} from ${left} to ${right}`);
  }
  // Two badges are readable, the long one ends in an ellipsis, and '+2' is whole.
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

test('the table fits from 1024 px in both densities, whatever is in it (rule 5.23)', async ({
  page,
  visit,
  admin,
  signIn,
}) => {
  await admin.api.create(SHORT, RICH, FULL, URGENT, { ...FULL, nextMeetingDate: 'ASAP' });
  await signIn(admin);
  for (const address of ['/dashboard', '/admin/pipelines']) {
    await visit(`${address}?size=25`);
    for (const density of ['comfortable', 'compact']) {
      await setDensity(page, density);
      for (const width of [1024, 1093, 1200, 1280, 1366]) {
        await page.setViewportSize({ width, height: 768 });
        const flaws = await page.locator('tbody').evaluate(flawsOfTable, URGENT.companyName);
        expect(flaws, `${address} at ${width}, ${density}`).toEqual([]);
      }
    }
  }
});

test('no content widens the table beyond the page', async ({ page, visit, admin, signIn }) => {
  await admin.api.create(...OVERFULL);
  await signIn(admin);
  for (const address of ['/dashboard', '/admin/pipelines']) {
    await visit(`${address}?size=25`);
    for (const density of ['comfortable', 'compact']) {
      await setDensity(page, density);
      for (const width of NARROWEST) {
        await page.setViewportSize({ width, height: 768 });
        const [table, space] = [await box(page, '.deals'), await box(page, '.table-scroll')];
        const over = table.right - space.right;
        expect(over, `${address} at ${width}, ${density}`).toBeLessThanOrEqual(0.5);
      }
    }
  }
});

test('what is narrow shows the introduction last, and the date in brackets before it (rule 5.23)', async ({
  page,
  visit,
  api,
}) => {
  await api.create(FULL, URGENT);
  await visit('/dashboard');
  await setDensity(page, 'compact');
  const introduction = page.locator('tbody .info-text');
  const date = row(page, FULL.companyName).locator('.meeting .muted');
  const name = row(page, URGENT.companyName).locator('.name');
  await page.setViewportSize({ width: 1366, height: 768 });
  await expect(introduction).toBeVisible();
  expect(await isCut(name)).toBe(false);
  await expect(date).toBeVisible();
  await page.setViewportSize({ width: 1200, height: 768 });
  await expect(introduction).toBeHidden();
  await expect(date).toBeVisible();
  await page.setViewportSize({ width: 1024, height: 768 });
  await expect(introduction).toBeHidden();
  await expect(date).toBeHidden();
});

test('the first deal is at most 240 px from the top, nine rows are in sight in compact and six in comfortable (rule 5.22)', async ({
  page,
  visit,
  api,
}) => {
  await api.create(
    ...Array.from({ length: 12 }, (_, i) => ({
      ...FULL,
      companyName: `Company ${i}`,
      ceoName: 'Clementina Daventry',
      industries: ['AI', 'DX'],
      targetFundingSize: '$5M',
      businessIntroduction: FULL.businessIntroduction.repeat(2),
      nextMeetingDate: 'ASAP',
    })),
  );
  for (const [density, rows] of [
    ['comfortable', 6],
    ['compact', 9],
  ] as const) {
    await visit('/dashboard');
    await setDensity(page, density);
    expect((await box(page, 'tbody tr')).top).toBeLessThanOrEqual(240);
    expect(
      await page
        .locator('tbody tr')
        .evaluateAll(
          (all) => all.filter((one) => one.getBoundingClientRect().bottom <= innerHeight).length,
        ),
    ).toBeGreaterThanOrEqual(rows);
  }
  expect((await box(page, '.band')).height).toBeLessThanOrEqual(64);
});

test('the name is the strongest in the row and leads to the deal, View to the evaluation (rule 5.24)', async ({
  page,
  visit,
  api,
}) => {
  const [id] = await api.create(FULL);
  await visit('/dashboard');
  const weights = await page
    .locator('tbody tr')
    .first()
    .locator('a, span, p, td')
    .evaluateAll((all) =>
      all
        .filter((one) => !one.matches('.name, .score, .pill-urgent'))
        .map((one) => Number(getComputedStyle(one).fontWeight)),
    );
  const name = page.getByRole('link', { name: FULL.companyName, exact: true });
  await expect(name).toHaveCSS('font-weight', '600');
  expect(Math.max(...weights)).toBeLessThan(600);
  await expect(page.getByRole('link', { name: `View ${FULL.companyName}` })).toHaveAttribute(
    'href',
    new RegExp(`^/pipeline/${id}/evaluation`),
  );
  await name.click();
  await expect(page).toHaveURL(`/pipeline/${id}?from=%2Fdashboard`);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(FULL.companyName);
});
