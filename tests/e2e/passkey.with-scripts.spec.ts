import type { Page } from '@playwright/test';
import { Api, expect, hydrated, newUser, test, VIEWER } from './fixtures';
import { startSite } from './site';
import { logIn } from './steps';

test.describe.configure({ timeout: 90_000 });

const passkeysOf = (page: Page) =>
  page
    .locator('section')
    .filter({ has: page.getByRole('heading', { name: 'Passkeys', exact: true }) });

test('a passkey is added, used at the login, and removed', async ({ browser }) => {
  const site = await startSite({ requireApproval: false, host: 'localhost' });
  const context = await browser.newContext({ ...VIEWER, baseURL: site.url });
  const page = await context.newPage();
  const user = newUser();
  expect((await page.request.post('/api/auth/signup', { data: user })).status()).toBe(201);
  const devtools = await context.newCDPSession(page);
  await devtools.send('WebAuthn.enable');
  await devtools.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
    },
  });
  await page.goto('/account/two-factor');
  await hydrated(page);
  const passkeys = passkeysOf(page);
  await passkeys.getByLabel('Name of the passkey').fill('Laptop');
  await passkeys.getByLabel('Current password').fill(user.password);
  await page.getByRole('button', { name: 'Add a passkey' }).click();
  await expect(page.getByText('They are shown only once')).toBeVisible();
  await expect(passkeys.getByRole('listitem')).toContainText('not used yet');

  await context.clearCookies();
  await page.goto('/login');
  await logIn(page, user);
  await hydrated(page);
  await page.getByRole('button', { name: 'Use a passkey' }).click();
  await expect(page).toHaveURL('/dashboard');
  expect(await new Api(page.request).list()).toEqual([]);

  await page.goto('/account/two-factor');
  await hydrated(page);
  await expect(passkeys.getByRole('listitem')).toContainText('last used');
  await passkeys.getByText('Remove Laptop').click();
  await passkeys.getByRole('listitem').getByLabel('Current password').fill(user.password);
  await page.getByRole('button', { name: 'Remove passkey' }).click();
  await expect(page.getByText('Passkey removed', { exact: true })).toBeVisible();
  await expect(page.getByText('Off: anyone who knows your password can sign in.')).toBeVisible();
  await context.close();
  await site.stop();
});
