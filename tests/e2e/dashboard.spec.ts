import type { Page } from '@playwright/test';
import { expect, test } from './fixtures';
import { row } from './steps';

const WORDS = Array.from({ length: 16 }, (_, i) => `word${i + 1}`);

function figure(page: Page, label: string) {
  return page
    .getByRole('region', { name: 'Summary' })
    .getByText(label, { exact: true })
    .locator('xpath=following-sibling::p');
}

test(
  'without deals it shows how to start (rule 5.1)',
  { tag: '@scripts' },
  async ({ page, visit, user }) => {
    await visit('/dashboard');
    await expect(page).toHaveTitle(/Deal Pipeline Dashboard/);
    await expect(page.getByRole('heading', { name: 'Deal Pipeline Dashboard' })).toBeVisible();
    await expect(
      page.getByRole('banner').getByText(`${user.firstName} ${user.lastName}`),
    ).toBeVisible();
    await expect(page.getByText('No pipelines found')).toBeVisible();
    await expect(page.getByText('Create your first deal pipeline to get started')).toBeVisible();
    for (const label of [
      'Total Deals',
      'Active Reviews',
      'High Priority',
      'Meetings within 30 Days',
    ])
      await expect(figure(page, label)).toHaveText('0');
    await page.getByRole('main').getByRole('link', { name: 'Add New Deal' }).click();
    await expect(page).toHaveURL('/pipeline/new?from=%2Fdashboard');
  },
);

test(
  'a row summarizes the deal (rules 5.7, 5.8, 5.10, 5.13, 5.14, 5.15 and 5.29)',
  { tag: '@scripts' },
  async ({ page, visit, api, user }) => {
    await api.create(
      { companyName: 'Quiet Co' },
      {
        companyName: 'Zephyrine',
        ceoName: 'Clementina Daventry',
        industries: ['AI', 'IOT', 'DX', 'Others'],
        fundingRound: 'A',
        targetFundingSize: '$2.2M',
        businessIntroduction: 'Room air sensor',
        keyBusinessNumbers: WORDS.join(' '),
        evaluationScore: 8,
        nextMeetingDate: 'ASAP',
      },
    );
    await visit('/dashboard');
    for (const name of [
      'Last Updated',
      'Company',
      'Owner',
      'Industry',
      'Round',
      'Target Size',
      'Business Info',
      'Score',
      'Next Meeting',
      'Actions',
    ])
      await expect(page.getByRole('columnheader', { name, exact: true })).toBeVisible();
    const heading = page.getByRole('heading', { name: 'Deals', level: 2, exact: true });
    await expect(heading).toHaveAccessibleDescription('2 deals');
    const pipeline = row(page, 'Zephyrine');
    await expect(pipeline.getByRole('rowheader')).toContainText('Zephyrine');
    for (const text of [
      'Clementina Daventry, CEO',
      'Series A',
      '$2.2M',
      'Room air sensor',
      'AI',
      'IOT',
      '+2',
      '8.0',
    ])
      await expect(pipeline.getByText(text, { exact: true })).toBeVisible();
    await expect(pipeline.getByText('DX', { exact: true })).toBeHidden();
    await expect(pipeline).toContainText(`${WORDS.slice(0, 15).join(' ')}...`);
    await expect(pipeline).not.toContainText('word16');
    await expect(pipeline.getByRole('cell', { name: user.firstName, exact: true })).toBeVisible();
    await expect(pipeline.getByText('URGENT')).toBeVisible();
    await expect(pipeline.getByRole('img', { name: 'Priority' })).toBeVisible();
    const today = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeZone: 'UTC' }).format(
      new Date(),
    );
    await expect(pipeline).toContainText(`ASAP(${today})`);
    await expect(pipeline.getByRole('cell', { name: today, exact: true })).toBeVisible();

    const quiet = row(page, 'Quiet Co');
    await expect(quiet).not.toContainText('URGENT');
    await expect(quiet.getByRole('link', { name: 'Add a score for Quiet Co' })).toHaveText('+');
    await expect(quiet.getByRole('link', { name: 'View Quiet Co' })).toHaveAttribute(
      'href',
      /\/pipeline\/\d+\/evaluation\?from=%2Fdashboard$/,
    );
  },
);

test("a deal's details open in a dialog, by click and by address (rules 3.3, 5.12 and 13.2)", async ({
  page,
  visit,
  api,
  scripts,
}) => {
  const [id] = await api.create({
    companyName: 'Gantrywell',
    ceoName: 'Wilhelmina Straatveld',
    cooName: 'Ebbe Norling',
    cfoName: 'Port engineer',
    industries: ['DX', 'IOT', 'AI'],
    businessIntroduction: 'First.\n\nSecond.',
    keyBusinessNumbers: WORDS.join(' '),
    fundingRound: 'C',
    targetFundingSize: '€15M',
    targetClosingDate: '2027-02-28',
    nextMeetingDate: 'N/A',
    comments: 'Reference call done',
    evaluationScore: 7.4,
  });
  const dialog = page.getByRole('dialog', { name: 'Gantrywell - Company Details' });
  await visit('/dashboard?sort=oldest');
  await page.getByRole('link', { name: 'Details of Gantrywell' }).click();
  await expect(dialog).toBeVisible();
  await expect(page).toHaveURL(`/dashboard?sort=oldest&details=${id}`);
  for (const section of [
    'Company Leadership',
    'Industries',
    'Product/Service',
    'Key Business Metrics',
    'Funding Information',
    'Comments',
    'Evaluation Score',
  ])
    await expect(dialog.getByRole('heading', { name: section })).toBeVisible();
  for (const text of [
    'Wilhelmina Straatveld',
    'Ebbe Norling',
    'Port engineer',
    'Series C',
    '€15M',
    'Feb 28, 2027',
    WORDS.join(' '),
    'Reference call done',
    '7.4/10',
  ])
    await expect(dialog.getByText(text, { exact: true })).toBeVisible();
  if (scripts) await page.keyboard.press('Escape');
  else await dialog.getByRole('link', { name: 'Close' }).click();
  await expect(dialog).toBeHidden();
  await expect(page).toHaveURL('/dashboard?sort=oldest');

  await visit(`/dashboard?details=${id}`);
  await expect(dialog).toBeVisible();
  await dialog.getByRole('link', { name: 'Edit deal' }).click();
  await expect(page).toHaveURL(`/pipeline/${id}/edit?from=%2Fdashboard`);
});
