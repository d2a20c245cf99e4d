import type { Page } from '@playwright/test';
import { CATEGORIES, CRITERIA } from '~/domain/evaluation/criteria';
import { expect, test } from './fixtures';
import { expectMessage, openMenu, skipBrowserChecks } from './steps';

const box = (page: Page, label: string) =>
  page.getByRole('spinbutton', { name: label, exact: true });
const slider = (page: Page, label: string) =>
  page.getByRole('slider', { name: `${label}, slider` });
const section = (page: Page, title: string) => page.getByRole('group', { name: title });
const overall = (page: Page) => page.locator('.score', { hasText: 'Overall score' });

/** Expects the mean of the seven category means in the header, not of all 26 criteria. */
async function expectScores(
  page: Page,
  { header, categories }: { header: string; categories: Record<string, string> },
): Promise<void> {
  await expect(overall(page)).toHaveText(`Overall score ${header}/10`);
  for (const { title } of CATEGORIES)
    await expect(section(page, title).locator('.score')).toHaveText(
      `Category score ${categories[title] ?? '5.0'}`,
    );
}

test.describe('numbers and days that the browser cannot read (rule 12.44)', () => {
  test('a score such as 7-8 is not saved as an empty one', async ({ page, visit, api }) => {
    const [id] = await api.create({ companyName: 'Gantrywell' });
    await api.evaluate(id!, { marketSize: 8 });
    await visit(`/pipeline/${id}/evaluation`);
    const market = box(page, 'Market size');
    await market.selectText();
    await page.keyboard.type('7-8');
    await page.keyboard.press('Tab');
    expect(await market.evaluate((input: HTMLInputElement) => input.validity.badInput)).toBe(true);
    await page.getByRole('button', { name: 'Complete Evaluation' }).click();
    await expect(market).toBeFocused();
    expect(await api.evaluation(id!)).toMatchObject({ marketSize: 8 });
    await market.fill('7');
    await page.getByRole('button', { name: 'Complete Evaluation' }).click();
    await expectMessage(page, 'Success', 'Evaluation saved successfully');
    expect(await api.evaluation(id!)).toMatchObject({ marketSize: 7 });
  });

  test('a day without its year is not saved as an empty one', async ({ page, visit, api }) => {
    const [id] = await api.create({ companyName: 'Gantrywell', targetClosingDate: '2026-12-31' });
    await visit(`/pipeline/${id}/edit`);
    const day = page.getByLabel('Target closing date');
    await day.focus();
    await page.keyboard.press('Delete');
    await page.getByRole('button', { name: 'Update Deal' }).click();
    await expect(day).toBeFocused();
    expect(await api.read(id!)).toMatchObject({ targetClosingDate: '2026-12-31' });
    await day.fill('');
    await page.getByRole('button', { name: 'Update Deal' }).click();
    await expectMessage(page, 'Success', 'Pipeline updated successfully');
    expect(await api.read(id!)).toMatchObject({ targetClosingDate: null });
  });
});

test.describe('the evaluation screen (rules 3.20, 7.5, 7.12, 7.13, 7.17, 7.19, 7.20, 7.21, 7.22 and 13.6)', () => {
  test(
    "'Complete Evaluation' saves all and can set the score",
    { tag: '@both' },
    async ({ page, visit, api, scripts }) => {
      const [id] = await api.create({ companyName: 'Gantrywell', evaluationScore: 2 });
      const before = await api.read(id!);
      await visit(`/pipeline/${id}/evaluation`);
      await expect(page.getByRole('slider')).toHaveCount(scripts ? CRITERIA.length : 0);
      await box(page, 'Market size').fill('9');
      await box(page, 'Founder quality').fill('8.3');
      await box(page, 'Synergies').fill('1');
      await page.getByLabel('Market notes').fill('Grows.\n\n=SUM(A1) stays text');
      await page.getByLabel('Strategic fit notes').fill('Outside');
      await page.getByRole('button', { name: 'Complete Evaluation' }).click();
      await expectMessage(page, 'Success', 'Evaluation saved successfully');
      await expect(page).toHaveURL(`/pipeline/${id}/evaluation`);

      // Market (9+5+5+5)/4 = 6, team (8.3+5+5)/3 = 6.1, strategic fit (5+1+5)/3 = 3.67; header 5.11.
      const categories = { Market: '6.0', Team: '6.1', 'Strategic fit': '3.7' };
      await expectScores(page, { header: '5.1', categories });
      await expect(page.getByRole('note')).toBeHidden();
      await expect(box(page, 'Founder quality')).toHaveValue('8.3');
      const set = { marketSize: 9, founderQuality: 8.3, synergies: 1 };
      const mean = (9 + 8.3 + 1 + 23 * 5) / 26;
      expect(await api.evaluation(id!)).toMatchObject({
        ...Object.fromEntries(CRITERIA.map(({ key }) => [key, null])),
        ...set,
        marketNotes: 'Grows.\n\n=SUM(A1) stays text',
        strategicFitNotes: 'Outside',
        teamNotes: null,
        overallScore: Math.round(mean * 10) / 10,
      });
      const after = await api.read(id!);
      expect(after.evaluationScore, 'the deal score is its own').toBe(2);
      expect(String(after.updatedAt) > String(before.updatedAt), 'Last Updated follows').toBe(true);

      await visit(`/pipeline/${id}/evaluation`);
      await expect(box(page, 'Market size')).toHaveValue('9.0');
      await expect(page.getByLabel('Market notes')).toHaveValue('Grows.\n\n=SUM(A1) stays text');
      await expectScores(page, { header: '5.1', categories });
      await expect(page.getByText('Deal score 2.0')).toBeVisible();
      await page.getByRole('button', { name: 'Use as deal score' }).click();
      await expectMessage(page, 'Success', 'Evaluation score updated successfully');
      await expect(page.getByText('The deal score is 5.1, as evaluated.')).toBeVisible();
      expect(await api.read(id!)).toMatchObject({ evaluationScore: 5.1 });
    },
  );

  test('a conflict shows both values and asks for each field', async ({
    page,
    visit,
    api,
    admin,
    accessible,
    expectedErrors,
  }) => {
    expectedErrors.push(409);
    const [id] = await api.create({ companyName: 'Gantrywell' });
    const save = page.getByRole('button', { name: 'Save as Draft' });
    await visit(`/pipeline/${id}/evaluation`);
    await box(page, 'Market size').fill('9');
    await page.getByLabel('Team notes').fill('Mine');
    const theirs = { marketSize: 3, unitEconomics: 8, teamNotes: 'Theirs' };
    await admin.api.evaluate(id!, theirs);
    await openMenu(page, 'Ana Lindqvist');
    await page.getByRole('button', { name: 'Theme: light' }).click();
    await expect(page.locator('html')).toHaveAttribute('data-theme', 'light');
    await expect(box(page, 'Market size')).toHaveValue('9.0');
    await save.click();

    const conflict = page.getByRole('region', { name: 'Two versions' });
    await expect(conflict).toContainText(
      'Someone else has changed this evaluation since you opened it.',
    );
    const size = conflict.getByRole('group', { name: 'Market size' });
    await expect(size.getByRole('radio', { name: 'Yours: 9.0' })).not.toBeChecked();
    await expect(size.getByRole('radio', { name: 'Saved since: 3.0' })).not.toBeChecked();
    const notes = conflict.getByRole('group', { name: 'Team notes' });
    await expect(conflict.getByRole('group')).toHaveCount(2);
    await expect(page.getByLabel('Team notes')).toHaveValue('Mine');
    expect(await api.evaluation(id!)).toMatchObject(theirs);

    await expect(page.getByText('Failed to save evaluation'), 'said once').toHaveCount(1);
    await accessible('two versions of an evaluation');
    await page.getByLabel('Traction notes').press('Control+Enter');
    await expect(size).toBeFocused();
    await expect(conflict.getByText('Choose which Market size to keep')).toHaveCount(2);
    await slider(page, 'Market size').fill('9.5');
    await expect(size.getByRole('radio', { name: 'Yours: 9.5' })).toBeChecked();
    await page.getByLabel('Team notes').fill('Mine, too');
    await expect(notes.getByRole('radio', { name: 'Yours: Mine, too' })).toBeChecked();
    await box(page, 'Market size').fill('9');
    await notes.getByRole('radio', { name: 'Saved since' }).check();
    await save.click();
    await expect(page.getByText(/^Evaluation saved successfully/)).toBeVisible();
    await expect(conflict).toBeHidden();
    await expect(box(page, 'Unit economics')).toHaveValue('8.0');
    await expect(page.getByLabel('Team notes')).toHaveValue('Theirs');
    expect(await api.evaluation(id!)).toMatchObject({ ...theirs, marketSize: 9 });
    await box(page, 'Market size').fill('8');
    await save.click();
    const size8 = async () => (await api.evaluation(id!))?.marketSize;
    await expect.poll(size8, 'saved twice in a row').toBe(8);
  });

  test('sliders follow arrow keys, page keys, ends and clicks', async ({
    page,
    visit,
    api,
    accessible,
    expectedErrors,
  }) => {
    expectedErrors.push(400);
    const [id] = await api.create({ companyName: 'Gantrywell' });
    await visit(`/pipeline/${id}/evaluation`);
    const track = slider(page, 'Market size');
    await track.focus();
    for (const [key, value, header] of [
      ['ArrowRight', '5.1', '5.0'],
      ['ArrowUp', '5.2', '5.0'],
      ['ArrowLeft', '5.1', '5.0'],
      ['PageUp', '6.0', '5.0'],
      ['PageDown', '5.1', '5.0'],
      ['End', '10.0', '5.2'],
      ['ArrowRight', '10.0', '5.2'],
      ['Home', '1.0', '4.9'],
    ] as const) {
      await page.keyboard.press(key);
      await expect(box(page, 'Market size'), key).toHaveValue(value);
      await expect(overall(page), key).toHaveText(`Overall score ${header}/10`);
      expect(Number(await track.inputValue()), key).toBe(Number(value));
    }
    await box(page, 'Market size').press('ArrowUp');
    await expect(box(page, 'Market size')).toHaveValue('1.1');
    await expect(track).toHaveValue('1.1');

    const other = slider(page, 'Cap table');
    await expect(box(page, 'Cap table')).toHaveValue('');
    await expect(other).toHaveAttribute('aria-valuetext', 'not set, counts as 5');
    const { width, height } = (await other.boundingBox())!;
    await other.click({ position: { x: (width * 4) / 9, y: height / 2 } });
    await expect(box(page, 'Cap table')).toHaveValue(/^(4\.[89]|5\.[0-2])$/);
    await expect(other).not.toHaveAttribute('aria-valuetext');
    await expect(page.getByText('2 of 26 assessed')).toBeVisible();
    await box(page, 'Market size').fill('11');
    await skipBrowserChecks(page);
    await page.getByRole('button', { name: 'Save as Draft' }).click();
    await expect(page.getByRole('main').getByRole('alert')).toBeVisible();
    await accessible('an evaluation with errors');
  });

  test('on a phone the first criterion, score and texts are visible', async ({
    page,
    visit,
    api,
  }) => {
    const [older, id] = await api.create(
      { companyName: 'Older' },
      {
        companyName: 'Überlandwerke Telecommunications Nord',
        businessIntroduction: 'Cranes. '.repeat(200),
        industries: ['AI', 'DX'],
        nextMeetingDate: 'ASAP',
      },
    );
    await page.setViewportSize({ width: 390, height: 844 });
    await visit(`/pipeline/${id}/evaluation`);
    expect((await page.locator('.criterion').first().boundingBox())!.y).toBeLessThanOrEqual(500);
    const rest = page.getByRole('region', { name: 'Deal' });
    await expect(rest.getByText('Owner')).toBeHidden();
    await rest.getByText('Deal and scores').click();
    await expect(rest.getByText('Owner')).toBeVisible();

    const notes = page.getByLabel('Strategic fit notes');
    const texts = page.getByText(/^Cranes\. Cranes\./);
    await notes.scrollIntoViewIfNeeded();
    await page.getByText('About the company', { exact: true }).click();
    await expect(texts).toBeInViewport();
    await expect(page.getByText('0 of 26', { exact: true })).toBeInViewport();
    await expect(notes).toBeInViewport();
    await box(page, 'Follow-on potential').fill('5');
    await expect(page.getByText('1 of 26', { exact: true })).toBeInViewport();
    const tone = await slider(page, 'Follow-on potential').evaluate(
      (one) => getComputedStyle(one).accentColor,
    );
    const [red, green, blue] = tone.match(/\d+/g)!.map(Number) as [number, number, number];
    expect(Math.abs(red - green), tone).toBeLessThan(60);
    expect(blue, tone).toBeLessThan(60);

    await page.getByRole('button', { name: 'Save as Draft' }).click();
    await expectMessage(page, 'Success', 'Evaluation saved successfully');
    const bar = (await page.locator('.save-bar').boundingBox())!;
    expect(bar.height, 'one line').toBeLessThanOrEqual(64);
    const next = page.getByRole('link', { name: 'Next to evaluate: Older' });
    expect((await next.boundingBox())!.y).toBeGreaterThan(bar.y);
    await page.setViewportSize({ width: 1440, height: 900 });
    await visit(`/pipeline/${id}/evaluation`);
    await expect(texts).toBeInViewport();
    await expect(rest.getByText('Owner')).toBeVisible();
    const help = page.locator('.criterion > div');
    const track = page.getByRole('slider');
    const widths = [await help.first().boundingBox(), await track.first().boundingBox()];
    expect(widths[0]!.width / widths[1]!.width).toBeCloseTo(60 / 40, 1);
    await next.click();
    await expect(page).toHaveURL(`/pipeline/${older}/evaluation`);
  });

  test('the first click fetches only data', async ({ page, visit, api }) => {
    await api.create({ companyName: 'Gantrywell' });
    await visit('/dashboard');
    await page.waitForLoadState('networkidle');
    await page.evaluate(() => performance.clearResourceTimings());
    await page.getByRole('link', { name: 'View Gantrywell' }).click();
    await expect(page.getByRole('slider', { name: 'Market size, slider' })).toBeVisible();
    // Excludes responses from the browser's cache, which transfer nothing.
    const fetched = await page.evaluate(() =>
      (performance.getEntriesByType('resource') as PerformanceResourceTiming[])
        .filter(({ transferSize }) => transferSize > 0)
        .map(({ name }) => new URL(name).pathname),
    );
    expect(fetched.filter((path) => !path.endsWith('.data'))).toEqual([]);
    expect(fetched.length).toBe(1);
  });
});
