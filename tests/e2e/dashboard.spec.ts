import { expect, test } from './fixtures';
import { row } from './steps';

const WORDS = Array.from({ length: 16 }, (_, i) => `word${i + 1}`);

test.describe('the dashboard (rules 3.3, 5.1, 5.7, 5.8, 5.10, 5.12, 5.13, 5.14, 5.15, 5.29 and 13.2)', () => {
  test('an empty dashboard shows how to start, a row sums up a deal', async ({
    page,
    visit,
    api,
    user,
    accessible,
  }) => {
    await visit('/dashboard');
    await expect(page).toHaveTitle(/Deal Pipeline Dashboard/);
    await expect(page.getByText('Create your first deal pipeline to get started')).toBeVisible();
    await accessible('no deals');
    await page.getByRole('main').getByRole('link', { name: 'Add New Deal' }).click();
    await expect(page).toHaveURL('/pipeline/new?from=%2Fdashboard');

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
    const names = ['Last Updated', 'Company', 'Owner', 'Industry', 'Round', 'Target Size'];
    for (const name of [...names, 'Business Info', 'Score', 'Next Meeting', 'Actions'])
      await expect(page.getByRole('columnheader', { name, exact: true })).toBeVisible();
    const heading = page.getByRole('heading', { name: 'Deals', level: 2, exact: true });
    await expect(heading).toHaveAccessibleDescription('2 deals');
    const pipeline = row(page, 'Zephyrine');
    await expect(pipeline.getByRole('rowheader')).toContainText('Zephyrine');
    const texts = ['Clementina Daventry, CEO', 'Series A', '$2.2M', 'Room air sensor', 'URGENT'];
    for (const text of [...texts, 'AI', 'IOT', '+2', '8.0'])
      await expect(pipeline.getByText(text, { exact: true })).toBeVisible();
    await expect(pipeline.getByText('DX', { exact: true })).toBeHidden();
    await expect(pipeline).toContainText(`${WORDS.slice(0, 15).join(' ')}...`);
    await expect(pipeline).not.toContainText('word16');
    const owner = `${user.firstName} Change owner of Zephyrine`;
    await expect(pipeline.getByRole('cell', { name: owner, exact: true })).toBeVisible();
    await expect(pipeline.getByRole('img', { name: 'Priority' })).toBeVisible();
    const today = new Intl.DateTimeFormat('en-US', {
      dateStyle: 'medium',
      timeZone: 'UTC',
    }).format();
    await expect(pipeline).toContainText(`ASAP(${today})`);
    await expect(pipeline.getByRole('cell', { name: today, exact: true })).toBeVisible();

    const quiet = row(page, 'Quiet Co');
    await expect(quiet).not.toContainText('URGENT');
    await expect(quiet.getByRole('link', { name: 'Add a score for Quiet Co' })).toHaveText('+');
    await expect(quiet.getByRole('link', { name: 'View Quiet Co' })).toHaveAttribute(
      'href',
      /\/pipeline\/\d+\/evaluation\?from=%2Fdashboard$/,
    );
  });

  test(
    'details open in a dialog by click and by URL',
    { tag: '@both' },
    async ({ page, visit, api, scripts }) => {
      const [id] = await api.create({ companyName: 'Gantrywell', comments: 'Reference call done' });
      const dialog = page.getByRole('dialog', { name: 'Gantrywell - Company Details' });
      await visit('/dashboard?sort=oldest');
      await page.getByRole('link', { name: 'Details of Gantrywell' }).click();
      await expect(dialog.getByText('Reference call done')).toBeVisible();
      await expect(page).toHaveURL(`/dashboard?sort=oldest&details=${id}`);
      if (scripts) await page.keyboard.press('Escape');
      else await dialog.getByRole('link', { name: 'Close' }).click();
      await expect(dialog).toBeHidden();
      await expect(page).toHaveURL('/dashboard?sort=oldest');

      await visit(`/dashboard?details=${id}`);
      await dialog.getByRole('link', { name: 'Edit deal' }).click();
      await expect(page).toHaveURL(`/pipeline/${id}/edit?from=%2Fdashboard`);
    },
  );
});
