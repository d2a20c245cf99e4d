import type { Page } from '@playwright/test';
import { CATEGORIES, CRITERIA } from '~/models/evaluation/criteria';
import { expect, test } from './fixtures';
import { expectMessage } from './steps';

const box = (page: Page, label: string) =>
  page.getByRole('spinbutton', { name: label, exact: true });
const slider = (page: Page, label: string) =>
  page.getByRole('slider', { name: `${label}, slider` });
const section = (page: Page, title: string) => page.getByRole('group', { name: title });
const overall = (page: Page) => page.locator('.score', { hasText: 'Overall score' });

/** The expected header: the mean of the seven category means, not of all 26 criteria. */
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

test("'Complete Evaluation' saves everything on the screen (rules 7.5 and 7.13)", async ({
  page,
  visit,
  api,
}) => {
  const [id] = await api.create({ companyName: 'Gantrywell', evaluationScore: 2 });
  const before = await api.read(id!);
  await visit(`/pipeline/${id}/evaluation`);
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
  const stored = await api.evaluation(id!);
  const set = { marketSize: 9, founderQuality: 8.3, synergies: 1 };
  const scores = { ...Object.fromEntries(CRITERIA.map(({ key }) => [key, null])), ...set };
  const mean = (9 + 8.3 + 1 + 23 * 5) / 26;
  expect(stored).toMatchObject({
    ...scores,
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
});

test("'Use as deal score' makes the saved header the deal's score", async ({
  page,
  visit,
  api,
}) => {
  const [id] = await api.create({ companyName: 'Gantrywell', evaluationScore: 2 });
  await api.evaluate(id!, { founderQuality: 10, teamDepth: 10, executionTrackRecord: 10 });
  await visit(`/pipeline/${id}/evaluation`);
  await expect(page.getByText('Deal score 2.0')).toBeVisible();
  await page.getByRole('button', { name: 'Use as deal score' }).click();
  await expectMessage(page, 'Success', 'Evaluation score updated successfully');
  await expect(page.getByText('The deal score is 5.7, as evaluated.')).toBeVisible();
  expect(await api.read(id!)).toMatchObject({ evaluationScore: 5.7 });
});

test('on a conflict both values are shown, and the user chooses for each field (rules 3.20 and 7.17)', async ({
  page,
  visit,
  api,
  admin,
  refusals,
  scripts,
}) => {
  refusals.push(409);
  const [id] = await api.create({ companyName: 'Gantrywell' });
  await visit(`/pipeline/${id}/evaluation`);
  await box(page, 'Market size').fill('9');
  await page.getByLabel('Team notes').fill('Mine');
  await admin.api.evaluate(id!, { marketSize: 3, unitEconomics: 8, teamNotes: 'Theirs' });
  await page.getByRole('button', { name: 'Save as Draft' }).click();

  const conflict = page.getByRole('region', { name: 'Two versions' });
  await expect(conflict).toContainText(
    'Someone else has changed this evaluation since you opened it.',
  );
  const size = conflict.getByRole('group', { name: 'Market size' });
  await expect(size.getByRole('radio', { name: 'Yours: 9.0' })).not.toBeChecked();
  await expect(size.getByRole('radio', { name: 'Saved meanwhile: 3.0' })).not.toBeChecked();
  const notes = conflict.getByRole('group', { name: 'Team notes' });
  await expect(conflict.getByRole('group')).toHaveCount(2);
  await expect(box(page, 'Market size')).toHaveValue(/^9(\.0)?$/);
  await expect(page.getByLabel('Team notes')).toHaveValue('Mine');
  expect(await api.evaluation(id!)).toMatchObject({
    marketSize: 3,
    unitEconomics: 8,
    teamNotes: 'Theirs',
  });

  await expect(page.getByText('Failed to save evaluation'), 'said once').toHaveCount(1);
  if (scripts) {
    await page.getByLabel('Traction notes').press('Control+Enter');
    await expect(size).toBeFocused();
    await expect(conflict.getByText('Choose which Market size to keep')).toHaveCount(2);
    await page.getByRole('slider', { name: 'Market size' }).fill('9.5');
    await expect(size.getByRole('radio', { name: 'Yours: 9.5' })).toBeChecked();
    await page.getByLabel('Team notes').fill('Mine, too');
    await expect(notes.getByRole('radio', { name: 'Yours: Mine, too' })).toBeChecked();
    await box(page, 'Market size').fill('9');
  }
  await size.getByRole('radio', { name: 'Yours' }).check();
  await notes.getByRole('radio', { name: 'Saved meanwhile' }).check();
  await page.getByRole('button', { name: 'Save as Draft' }).click();
  await expect(page.getByText(/^Evaluation saved successfully/)).toBeVisible();
  await expect(conflict).toBeHidden();
  await expect(box(page, 'Unit economics')).toHaveValue('8.0');
  await expect(page.getByLabel('Team notes')).toHaveValue('Theirs');
  expect(await api.evaluation(id!)).toMatchObject({
    marketSize: 9,
    unitEconomics: 8,
    teamNotes: 'Theirs',
  });
});

test('sliders are shown only with scripts (rules 7.12 and 13.6)', async ({
  page,
  visit,
  api,
  scripts,
}) => {
  const [id] = await api.create({ companyName: 'Gantrywell' });
  await visit(`/pipeline/${id}/evaluation`);
  await expect(page.getByRole('slider')).toHaveCount(scripts ? 26 : 0);
  await expect(box(page, 'Cap table')).toBeVisible();
  if (!scripts) return;

  await box(page, 'Cap table').fill('7.4');
  await expect(slider(page, 'Cap table')).toHaveValue('7.4');
  await slider(page, 'Cap table').fill('2.5');
  await expect(box(page, 'Cap table')).toHaveValue('2.5');
  await expectScores(page, { header: '4.9', categories: { 'Deal terms': '4.4' } });
  await expect(page.getByText('1 of 26 assessed')).toBeVisible();
});

test(
  'on a phone the first criterion is in sight, and the next deal to evaluate in the bar (rules 7.20 and 7.21)',
  { tag: '@scripts' },
  async ({ page, visit, api }) => {
    const texts = {
      businessIntroduction: 'Sensors for rooms. '.repeat(40),
      industries: ['AI', 'DX'],
    };
    const [older, id] = await api.create(
      { companyName: 'Older' },
      { companyName: 'Überlandwerke Telecommunications Nord', nextMeetingDate: 'ASAP', ...texts },
    );
    await page.setViewportSize({ width: 390, height: 844 });
    await visit(`/pipeline/${id}/evaluation`);
    expect((await page.locator('.criterion').first().boundingBox())!.y).toBeLessThanOrEqual(500);
    const rest = page.getByRole('region', { name: 'Deal' });
    await expect(rest.getByText('Owner')).toBeHidden();
    await rest.getByText('Deal and scores').click();
    await expect(rest.getByText('Owner')).toBeVisible();
    await page.getByRole('button', { name: 'Save as Draft' }).click();
    await expectMessage(page, 'Success', 'Evaluation saved successfully');
    const bar = (await page.locator('.save-bar').boundingBox())!;
    expect(bar.height, 'one line').toBeLessThanOrEqual(64);
    const next = page.getByRole('link', { name: 'Next to evaluate: Older' });
    expect((await next.boundingBox())!.y).toBeGreaterThan(bar.y);

    await page.setViewportSize({ width: 1366, height: 768 });
    await expect(rest.getByText('Owner')).toBeVisible();
    const [help, track] = [page.locator('.criterion > div'), page.getByRole('slider')];
    const widths = [await help.first().boundingBox(), await track.first().boundingBox()];
    expect(widths[0]!.width / widths[1]!.width).toBeCloseTo(60 / 40, 1);
    await next.click();
    await expect(page).toHaveURL(`/pipeline/${older}/evaluation`);
  },
);
