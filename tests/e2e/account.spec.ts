import type { Page } from '@playwright/test';
import { Api, expect, test, type User } from './fixtures';
import { expectError, expectMessage, openMenu, row, skipBrowserChecks, stepBack } from './steps';

async function startSession(
  user: User,
  request: User['api']['request'],
  url: string,
): Promise<Api> {
  expect(
    (
      await request.post(`${url}/api/auth/login`, {
        data: user,
        headers: {
          'User-Agent': 'Mozilla/5.0 (Windows NT 10.0; rv:130.0) Gecko/20100101 Firefox/130.0',
        },
      })
    ).ok(),
  ).toBe(true);
  return new Api(request);
}

const isSignedIn = async ({ request }: Api, url: string) =>
  (await request.get(`${url}/api/auth/user`)).status() === 200;

test('a changed name shows in the header and on deals', async ({
  page,
  visit,
  user: _,
  api,
  accessible,
  expectedErrors,
}) => {
  expectedErrors.push(400);
  await api.create({ companyName: 'Steadwick' });
  await visit('/dashboard');
  await openMenu(page, 'Ana Lindqvist');
  await page.getByRole('link', { name: 'Your account' }).click();
  await expect(page).toHaveURL('/account');
  await page.getByLabel('First name').fill(' ');
  await skipBrowserChecks(page);
  await page.getByRole('button', { name: 'Save name' }).click();
  await expectError(page, 'First name', 'First name is required');
  await accessible('an account with errors');
  await page.getByLabel('First name').fill('Anneliese');
  await page.getByRole('button', { name: 'Save name' }).click();
  await expect(page.getByText('Name saved', { exact: true })).toBeVisible();
  await expect(page.getByRole('banner')).toContainText('Anneliese Lindqvist');
  await visit('/dashboard');
  await expect(row(page, 'Steadwick').getByRole('cell', { name: /^Anneliese\b/ })).toBeVisible();
});

test('one session is signed out, all others with the password', async ({
  page,
  visit,
  user,
  request,
  site,
  expectedErrors,
}) => {
  expectedErrors.push(400);
  const one = await startSession(user, request, site.url);
  await visit('/account');
  const sessions = page.getByRole('listitem').filter({ hasText: 'Signed in' });
  await expect(sessions).toHaveCount(2);
  await expect(sessions.filter({ hasText: 'This session' }).getByRole('button')).toHaveCount(0);
  await page.getByRole('button', { name: /^Sign out Firefox on Windows, signed in since/ }).click();
  await expect(page.getByText('Session signed out', { exact: true })).toBeVisible();
  await expect(sessions).toHaveCount(1);
  expect(await isSignedIn(one, site.url)).toBe(false);

  const other = await startSession(user, request, site.url);
  const change = async (current: string, password: string) => {
    await page.getByLabel('Current password').fill(current);
    await page.getByLabel('New password').fill(password);
    await page.getByLabel('Confirm password *').fill(password);
    await page.getByRole('button', { name: 'Change password' }).click();
  };
  await change('not-the-password', 'another-password-2026');
  await expectError(page, 'Current password', 'This is not your current password');
  expect(await page.content(), 'not sent back').not.toContain('value="not-the-password"');
  expect(await isSignedIn(other, site.url)).toBe(true);
  await change(user.password, 'another-password-2026');
  await expectMessage(page, 'Password changed', 'You have been signed out on your other devices.');
  expect(await isSignedIn(other, site.url)).toBe(false);
  expect(await isSignedIn(user.api, site.url)).toBe(true);
});

const background = (page: Page) =>
  page.evaluate(() => getComputedStyle(document.documentElement).backgroundColor);

test.describe('appearance (rule 12.16)', () => {
  test('the chosen theme and density apply from the first response', async ({
    page,
    visit,
    api,
    context,
  }) => {
    await api.create({ companyName: 'Steadwick' });
    const root = page.locator('html');
    await visit('/dashboard?sort=oldest');
    await expect(root).toHaveAttribute('data-theme', 'system');
    const backgrounds: Record<string, string> = { system: await background(page) };
    for (const next of ['light', 'dark', 'system'] as const) {
      await openMenu(page, 'Ana Lindqvist');
      await page.getByRole('button', { name: `Theme: ${next}` }).click();
      await expect(root).toHaveAttribute('data-theme', next);
      await expect(page).toHaveURL('/dashboard?sort=oldest');
      const html = await (await context.request.get('/dashboard')).text();
      expect(html, 'no other theme flashes up before scripts run').toContain(
        `<html lang="en" data-theme="${next}"`,
      );
      backgrounds[next] = await background(page);
    }
    expect(backgrounds.light).not.toBe(backgrounds.dark);
    await page.emulateMedia({ colorScheme: 'dark' });
    expect(await background(page), 'system follows the system').toBe(backgrounds.dark);
    await page.emulateMedia({ colorScheme: null });

    const line = page.locator('tbody tr');
    const { height } = (await line.boundingBox())!;
    await openMenu(page, 'Options');
    await page.getByRole('button', { name: 'Rows: compact' }).click();
    await expect(root).toHaveAttribute('data-density', 'compact');
    expect((await line.boundingBox())!.height).toBeLessThan(height);
    await page.reload();
    await expect(root).toHaveAttribute('data-density', 'compact');
    await openMenu(page, 'Ana Lindqvist');
    await page.getByRole('button', { name: 'Theme: light' }).click();
    await expect(root).toHaveAttribute('data-theme', 'light');
    await page.getByRole('button', { name: 'Logout' }).click();
    await expect(page).toHaveURL('/login');
    await visit('/');
    await expect(root).toHaveAttribute('data-theme', 'light');
  });
});

test.describe('pages that the browser stores', () => {
  test('Back shows nothing after a logout', async ({ page, visit, api, expectedErrors }) => {
    expectedErrors.push(401);
    await api.create({ companyName: 'Gantrywell' });
    await visit('/dashboard');
    await visit('/board');
    await visit('/account');
    await openMenu(page, 'Ana Lindqvist');
    await page.getByRole('button', { name: 'Logout' }).click();
    await expect(page).toHaveURL('/login');
    await stepBack(page, 2);
    await expect(page.getByText('You are logged out')).toBeVisible();
    await expect(page.getByText('Gantrywell')).toHaveCount(0);
  });

  test('Back shows what has changed since', async ({ page, visit, api }) => {
    const [id] = await api.create({ companyName: 'Gantrywell' });
    await visit('/dashboard');
    await visit('/board');
    await api.update(id!, { companyName: 'Quillmoor' });
    await page.goBack();
    await expect(page.getByText('Quillmoor').first()).toBeVisible();
  });
});
