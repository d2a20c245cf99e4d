import type { Page } from '@playwright/test';
import { TOTP } from 'otpauth';
import { expect, test } from './fixtures';
import { submitLogin } from './steps';

test.describe.configure({ timeout: 90_000 });

const codeAt = (secret: string, timestamp = Date.now()) =>
  new TOTP({ secret }).generate({ timestamp });
const SECTION = { app: 'Authenticator app', codes: 'Recovery codes' };
const section = (page: Page, name: string) =>
  page.locator('section').filter({ has: page.getByRole('heading', { name, exact: true }) });

async function setUpApp(page: Page) {
  await page.getByRole('link', { name: 'Set up two-step login' }).click();
  await page.getByRole('button', { name: 'Set up an app' }).click();
  const app = section(page, SECTION.app);
  await expect(app.getByRole('img', { name: 'QR code of the key' })).toBeVisible();
  const secret = (await app.locator('code').innerText()).replaceAll(' ', '');
  await app.getByLabel('Code *').fill(codeAt(secret));
  await app.getByRole('button', { name: 'Add the app' }).click();
  await expect(page.getByText('They are shown only once')).toBeVisible();
  const codes = await page.getByRole('list').locator('li code').allInnerTexts();
  expect(codes).toHaveLength(10);
  return { secret, codes };
}

test.describe('two-factor login (rules 1.35 and 12.27)', () => {
  test(
    'an app is set up, asked for at login and switched off',
    { tag: '@both' },
    async ({ page, context, visit, user, accessible, expectedErrors }) => {
      expectedErrors.push(401);
      await visit('/account/two-factor');
      await accessible('two-step login');
      await visit('/account');
      const { secret, codes } = await setUpApp(page);
      await accessible('recovery codes');
      await page.getByRole('link', { name: 'I have saved them' }).click();
      await expect(page).toHaveURL('/dashboard');

      await context.clearCookies();
      await visit('/login');
      await submitLogin(page, user);
      await expect(page.getByRole('heading', { name: 'Two-step login' })).toBeVisible();
      await expect(page.getByLabel('Code *'), 'the only field').toBeFocused();
      await page.getByLabel('Code *').fill('000000');
      await page.getByRole('button', { name: 'Sign in' }).click();
      await expect(page.getByRole('alert')).toContainText('This code is not valid.');
      await accessible('a wrong code');
      await page.getByLabel('Code *').fill(codes[0]!);
      await page.getByRole('button', { name: 'Sign in' }).click();
      await expect(page).toHaveURL('/dashboard');

      await context.clearCookies();
      await visit('/login');
      await submitLogin(page, user);
      // Uses the next code, which is accepted a step early: the current one was used for the set-up.
      await page.getByLabel('Code *').fill(codeAt(secret, Date.now() + 30_000));
      await page.getByRole('button', { name: 'Sign in' }).click();
      await expect(page).toHaveURL('/dashboard');

      await visit('/account/two-factor');
      await expect(section(page, SECTION.codes)).toContainText('9 of 10 left');
      await page.getByText('Switch off two-step login').click();
      await page.getByRole('button', { name: 'Switch off' }).click();
      await expect(page.getByText('Two-step login is off', { exact: true })).toBeVisible();
      await context.clearCookies();
      await visit('/login');
      await submitLogin(page, user);
      await expect(page).toHaveURL('/dashboard');
      await expect(
        page.getByText(/^Welcome back! Your two-step login was changed on/),
      ).toBeVisible();
    },
  );
});

test('an admin resets two-factor login for a locked-out user', async ({
  page,
  context,
  visit,
  user,
  admin,
  signIn,
}) => {
  await visit('/account');
  await setUpApp(page);
  await context.clearCookies();
  await signIn(admin);
  await visit(`/admin/users/${user.id}`);
  await page.getByRole('button', { name: 'Reset two-step login' }).click();
  await expect(page.getByText('Two-step login reset', { exact: true })).toBeVisible();
  await context.clearCookies();
  await visit('/login');
  await submitLogin(page, user);
  await expect(page).toHaveURL('/dashboard');
  await expect(page.getByText(/Your two-step login was changed on/)).toBeVisible();
});
