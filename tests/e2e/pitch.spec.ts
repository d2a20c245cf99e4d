import { expectAccessible, measureOverflow } from './axe';
import { expect, test } from './fixtures';
import { expectMessage } from './steps';

test.describe('the pitch page (rules 30.4 to 30.7)', () => {
  test.beforeEach(async ({ page, visit, admin, signIn }) => {
    await signIn(admin);
    await visit('/admin/intake');
    await page.getByLabel('The pitch page is open').check();
    await page.getByLabel('Fund name').fill('Quillmoor Ventures');
    await page.getByRole('button', { name: 'Save' }).click();
    await expectMessage(page, 'Success', 'The settings were saved');
  });

  test('the settings of the intake pass axe', async ({ page }) => {
    await expectAccessible(page, 'the settings of the intake');
  });

  test('founders pitch without scripts and account', async ({ page: own, browser, admin }) => {
    const context = await browser.newContext({
      javaScriptEnabled: false,
      baseURL: new URL(own.url()).origin,
    });
    const page = await context.newPage();
    const requests: string[] = [];
    page.on('request', (request) => requests.push(new URL(request.url()).pathname));
    await page.goto('/pitch');
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Pitch to Quillmoor Ventures');
    await page.getByLabel('Company').fill('Wickham Valves');
    await page.getByLabel('Your name').fill('Noor Haddaway');
    await page.getByLabel('Your email address').fill('noor@wickham.example');
    await page.getByLabel('AI', { exact: true }).check();
    await page.getByLabel('Funding round').selectOption('Seed');
    await page.getByLabel('Your pitch').fill('We build valves for small pumps.');
    const deck = { name: 'deck.pdf', mimeType: 'application/pdf', buffer: Buffer.from('%PDF') };
    await page.getByLabel('Files').setInputFiles(deck);
    await page.getByLabel('I agree').check();
    await page.getByRole('button', { name: 'Send' }).click();
    await expect(page).toHaveURL(/\/pitch\/thanks$/);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Thank you');
    expect(await context.cookies()).toEqual([]);
    expect(requests.filter((path) => !path.startsWith('/pitch'))).toEqual([]);
    await context.close();
    const { 0: item } = (await (await admin.api.request.get('/api/inbox')).json()) as object[];
    expect(item).toMatchObject({ companyName: 'Wickham Valves', files: [{ name: 'deck.pdf' }] });
  });

  test('the form passes axe and fits 320 px, also with errors', async ({ page: own, browser }) => {
    const context = await browser.newContext({ baseURL: new URL(own.url()).origin });
    const page = await context.newPage();
    await page.goto('/pitch');
    await expectAccessible(page, 'the form');
    expect(await measureOverflow(page, 320)).toBe(0);
    await page.locator('form').evaluate((form: HTMLFormElement) => (form.noValidate = true));
    await page.getByLabel('Company').fill('Wickham Valves');
    await page.getByRole('button', { name: 'Send' }).click();
    await expect(page.getByRole('alert')).toContainText('Nothing was sent.');
    await expect(page.getByLabel('Your name')).toBeFocused();
    await expect(page.getByLabel('Company')).toHaveValue('Wickham Valves');
    await expectAccessible(page, 'the form with errors');
    expect(await measureOverflow(page, 320)).toBe(0);
    await page.goto('/pitch/thanks');
    await expectAccessible(page, 'the thank-you page');
    await context.close();
  });
});
