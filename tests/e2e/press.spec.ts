import { expect, hydrated, test } from './fixtures';
import { expectCompanies, holdRequests } from './steps';

test('a press while React starts leaves the page working', async ({ context, user: _ }) => {
  const page = await context.newPage();
  await page.addInitScript(() => {
    const isStarted = () => Object.keys(document).some((key) => key.startsWith('__reactContainer'));
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = () => {
      if (isStarted()) document.getElementById('main')!.click();
      else port2.postMessage(undefined);
    };
    port2.postMessage(undefined);
  });
  await page.goto('/dashboard');
  await hydrated(page);
  await page.keyboard.press('?');
  await expect(page.getByRole('dialog', { name: 'Keyboard shortcuts' })).toBeVisible();
  await page.close();
});

test.describe('input before the scripts (rule 4.23)', () => {
  test('a choice made before the scripts load applies later', async ({ page, api }) => {
    await api.create(
      { companyName: 'Alder', fundingRound: 'A' },
      { companyName: 'Birch', fundingRound: 'Seed' },
    );
    const release = await holdRequests(page, /\.js$/);
    await page.goto('/dashboard?select=on', { waitUntil: 'commit' });
    await page.getByLabel('Round', { exact: true }).selectOption('Seed');
    await page.getByRole('checkbox', { name: 'Select Alder' }).check();
    await page.getByRole('searchbox', { name: 'Search all deals and notes' }).fill('Cedar');
    release();
    await expectCompanies(page, ['Birch']);
    await expect(page).toHaveURL(/round=Seed/);
    await expect(page.getByRole('searchbox', { name: 'Search all deals and notes' })).toHaveValue(
      'Cedar',
    );
    await page.goBack();
    await expectCompanies(page, ['Birch', 'Alder']);
    await expect(page.getByLabel('Round', { exact: true })).toHaveValue('');

    await page.getByLabel('Round', { exact: true }).selectOption('Seed');
    await expectCompanies(page, ['Birch']);
    await page.goto('/healthz');
    await page.goBack();
    await page.goBack();
    await hydrated(page);
    await expectCompanies(page, ['Birch', 'Alder']);
    await expect(page).not.toHaveURL(/round=Seed/);
  });
});
