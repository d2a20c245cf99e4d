import type { Page } from '@playwright/test';
import { Api, expect, hydrated, newUser, test, VIEWER } from './fixtures';
import { startSite } from './site';
import { ageSessions, confirmIdentity, submitLogin } from './steps';

test.describe.configure({ timeout: 90_000 });

const listPasskeys = (page: Page) =>
  page
    .locator('section')
    .filter({ has: page.getByRole('heading', { name: 'Passkeys', exact: true }) });

async function addAuthenticator(page: Page) {
  const devtools = await page.context().newCDPSession(page);
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
}

test.describe('passkeys (rules 1.35 and 1.45)', () => {
  test('a passkey signs in, confirms and is removed', async ({ browser }) => {
    const site = await startSite({ requireApproval: false, host: 'localhost' });
    const context = await browser.newContext({ ...VIEWER, baseURL: site.url });
    const page = await context.newPage();
    const user = newUser();
    expect((await page.request.post('/api/auth/signup', { data: user })).status()).toBe(201);
    await addAuthenticator(page);
    ageSessions(site);
    await page.goto('/account/two-factor');
    await hydrated(page);
    const passkeys = listPasskeys(page);
    await passkeys.getByLabel('Name of the passkey').fill('Laptop');
    await page.getByRole('button', { name: 'Add a passkey' }).click();
    await confirmIdentity(page, user.password);
    await expect(passkeys.getByLabel('Name of the passkey')).toHaveValue('Laptop');
    await site.restart();
    await page.getByRole('button', { name: 'Add a passkey' }).click();
    await expect(page.getByText('They are shown only once')).toBeVisible();
    await expect(passkeys.getByRole('listitem')).toContainText('not used yet');

    await context.clearCookies();
    await page.goto('/login?to=/account');
    await submitLogin(page, user);
    await expect(page.getByRole('heading', { name: 'Two-step login' })).toBeVisible();
    await hydrated(page);
    await site.restart();
    await page.getByRole('button', { name: 'Use a passkey' }).click();
    await expect(page).toHaveURL('/account');
    expect(await new Api(page.request).list()).toEqual([]);

    ageSessions(site);
    await page.goto('/account/two-factor');
    await hydrated(page);
    await expect(passkeys.getByRole('listitem')).toContainText('last used');
    await passkeys.getByText('Remove Laptop').click();
    await page.getByRole('button', { name: 'Remove passkey' }).click();
    await page.getByRole('button', { name: 'Use a passkey' }).click();
    await expect(page.getByLabel('Password *', { exact: true }), 'is needed too').toBeFocused();
    await page.getByLabel('Password *', { exact: true }).fill(user.password);
    await page.getByRole('button', { name: 'Use a passkey' }).click();
    await expect(page.getByText('Passkey removed', { exact: true })).toBeVisible();
    await expect(page.getByText('Off: anyone who knows your password can sign in.')).toBeVisible();
    await context.close();
    await site.stop();
  });

  test("a passkey's answer counts once in its own session", async ({ browser }) => {
    const site = await startSite({ requireApproval: false, host: 'localhost' });
    const context = await browser.newContext({ ...VIEWER, baseURL: site.url });
    const page = await context.newPage();
    const user = newUser();
    await page.request.post('/api/auth/signup', { data: user });
    await addAuthenticator(page);
    await page.goto('/account/two-factor');
    await hydrated(page);
    await page.getByLabel('Name of the passkey').fill('Laptop');
    const sent: string[] = [];
    page.on(
      'request',
      (request) => void (request.method() === 'POST' && sent.push(request.postData()!)),
    );
    await page.getByRole('button', { name: 'Add a passkey' }).click();
    await expect(page.getByText('They are shown only once')).toBeVisible();

    const post = async (cookie: string, path: string, body: string) =>
      fetch(site.url + path, {
        method: 'POST',
        redirect: 'manual',
        headers: { Cookie: cookie, 'Content-Type': 'application/x-www-form-urlencoded' },
        body,
      });
    const getCookie = (answer: Response, name: string) =>
      answer.headers
        .getSetCookie()
        .find((one) => one.startsWith(`${name}=`))
        ?.split(';', 1)[0] ?? '';
    const begin = async () =>
      getCookie(
        await post(
          '',
          '/login',
          new URLSearchParams({ email: user.email, password: user.password }).toString(),
        ),
        'second-step',
      );
    const getSessionCookie = async () =>
      (await context.cookies())
        .filter(({ name }) => name === 'session')
        .map(({ value }) => `session=${value}`)[0]!;
    const again = await post(await getSessionCookie(), '/account/two-factor', sent[0]!);
    expect(again.status, 'the creation, sent again').toBe(400);

    await context.clearCookies();
    await page.goto('/login');
    await submitLogin(page, user);
    await expect(page.getByRole('heading', { name: 'Two-step login' })).toBeVisible();
    await hydrated(page);
    const other = await begin();
    sent.length = 0;
    await page.route('**/login/code*', (route) => route.abort());
    await page.getByRole('button', { name: 'Use a passkey' }).click();
    await expect.poll(() => sent.length).toBe(1);
    const own = (await context.cookies()).find(({ name }) => name === 'second-step')!;
    expect((await post(other, '/login/code', sent[0]!)).status, 'in another login').toBe(401);
    const first = await post(`second-step=${own.value}`, '/login/code', sent[0]!);
    expect([first.status, getCookie(first, 'session') !== '']).toEqual([302, true]);
    await site.restart();
    const replayed = await post(`second-step=${own.value}`, '/login/code', sent[0]!);
    expect(getCookie(replayed, 'session'), 'after a restart').toBe('');
    await context.close();
    await site.stop();
  });
});
