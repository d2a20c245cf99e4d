import type { Locator, Page, Request } from '@playwright/test';
import { expect, hydrated, test, VIEWER } from './fixtures';
import { holdRequests, openMenu, row } from './steps';

test('a spinner shows while a page is loading (rule 12.10)', async ({ page, visit, user: _ }) => {
  await visit('/dashboard');
  const release = await holdRequests(page, /\/pipeline\/new\.data/);
  const sign = page.getByRole('banner').getByRole('status');
  await expect(sign).toHaveText('');
  await page.getByRole('banner').getByRole('link', { name: 'Add New Deal' }).click();
  await expect(sign).toHaveText('Loading');
  release();
  await expect(page).toHaveURL('/pipeline/new?from=%2Fdashboard');
  await expect(sign).toHaveText('');
});

test('closing a dialog requests nothing, and the next one shows its own content', async ({
  page,
  visit,
  api,
  user: _,
}) => {
  await api.create({ companyName: 'Steadwick' }, { companyName: 'Gantrywell' });
  await visit('/dashboard?sort=oldest');
  const dialog = page.getByRole('dialog');
  const asked: string[] = [];
  const note = (request: Request) => request.url().includes('.data') && asked.push(request.url());
  page.on('request', note);
  for (const close of [
    () => page.getByRole('dialog').getByRole('link', { name: 'Close' }).click(),
    () => page.goBack(),
  ])
    for (const company of ['Steadwick', 'Gantrywell']) {
      await page.getByRole('link', { name: `Details of ${company}` }).click();
      await expect(dialog).toHaveAccessibleName(`${company} - Company Details`);
      asked.length = 0;
      await close();
      await expect(dialog).toHaveCount(0);
      await expect(page).toHaveURL('/dashboard?sort=oldest');
      await expect(page.getByRole('banner').getByRole('status')).toHaveText('');
      expect(asked).toEqual([]);
    }
  await api.create({ companyName: 'Newcomer' });
  await page.getByRole('link', { name: 'Filter by Owner' }).click();
  await expect(page.getByRole('row')).toHaveCount(4);
  page.off('request', note);
});

test('details open over the list without a page load, and lead to the login once signed out (rule 5.30)', async ({
  page,
  visit,
  context,
  api,
  refusals,
}) => {
  const [first, second] = await api.create({ companyName: 'Steadwick' }, { companyName: 'Gantry' });
  await visit('/dashboard?sort=oldest');
  const requests: string[] = [];
  page.on('request', (request) => {
    const { pathname, search } = new URL(request.url());
    if (pathname.startsWith('/assets/')) return;
    if (['fetch', 'document'].includes(request.resourceType())) requests.push(pathname + search);
  });
  const dialog = page.getByRole('dialog');
  await page.getByRole('link', { name: 'Details of Steadwick' }).click();
  await expect(dialog).toHaveAccessibleName('Steadwick - Company Details');
  await dialog.getByRole('link', { name: 'Next deal' }).click();
  await expect(dialog.getByRole('status')).toHaveText('Gantry, 2 of 2');
  const list: unknown = expect.stringMatching(/^\/dashboard\.data\?/);
  expect(requests).toEqual([list, list]);
  expect(requests.map((href) => new URLSearchParams(href.split('?')[1]).get('details'))).toEqual([
    String(first),
    String(second),
  ]);
  await context.clearCookies();
  refusals.push(401, 404);
  await dialog.getByRole('link', { name: 'Previous deal' }).click();
  await expect(page).toHaveURL(/\/login/);
});

test.describe('toasts', () => {
  test('are narrow, and never over the save bar (rule 12.6)', async ({
    page,
    visit,
    api,
    refusals,
  }) => {
    refusals.push('ERR_FAILED');
    const [id] = await api.create({ companyName: 'Steadwick' });
    await page.setViewportSize({ width: 390, height: 844 });
    await visit(`/pipeline/${id}/evaluation`);
    const toast = page.getByRole('region', { name: /^Notifications/ }).getByRole('listitem');
    const boxes = async (...all: Locator[]) =>
      Promise.all(all.map(async (one) => (await one.boundingBox())!));
    /** The toast has come to its place. */
    const settled = async (one: Locator) => {
      await expect.poll(() => one.evaluate(({ dataset }) => dataset.mounted)).toBe('true');
      await one.evaluate((shown) =>
        Promise.all(shown.getAnimations().map(({ finished }) => finished)),
      );
    };
    const save = page.getByRole('button', { name: 'Complete Evaluation' });
    await save.click();
    await expect(toast).toContainText('Evaluation saved successfully');
    await settled(toast);
    const [shown, bar, close] = await boxes(
      toast,
      page.locator('.save-bar'),
      toast.getByRole('button', { name: 'Close toast' }),
    );
    expect(shown!.width, 'narrow').toBeLessThanOrEqual(320);
    expect(shown!.y, 'below the top bar').toBeGreaterThanOrEqual(48);
    expect(shown!.y + shown!.height, 'not over Save').toBeLessThanOrEqual(bar!.y);
    expect(close!.x, 'closed at its right').toBeGreaterThan(shown!.x + shown!.width - 48);
    expect(close!.x + close!.width).toBeLessThanOrEqual(shown!.x + shown!.width);

    /** Which of them are in sight and under the toast. */
    const covered = async (text: string, ...selectors: string[]) => {
      await expect(toast.filter({ hasText: text })).toBeVisible();
      await expect(toast).toHaveCount(1);
      await settled(toast);
      return toast.evaluate(
        (shown, all) => {
          const over = shown.getBoundingClientRect();
          return [...document.querySelectorAll(all.join())]
            .filter((one) => {
              const { left, right, top, bottom } = one.getBoundingClientRect();
              return (
                left < over.right && over.left < right && top < over.bottom && over.top < bottom
              );
            })
            .map((one) => `${one.className} ${one.textContent}`);
        },
        ['main [role=alert]', ...selectors],
      );
    };
    await page.getByRole('spinbutton', { name: 'Market size' }).fill('8');
    await page.route('**/*.data*', (route) => route.abort());
    await save.click();
    await expect(page.getByRole('main').getByRole('alert')).toBeInViewport();
    expect(await covered('Failed to save evaluation', '.save-bar')).toEqual([]);
    await page.unroute('**/*.data*');
    await page.setViewportSize(VIEWER.viewport);
    await save.click();
    expect(await covered('Evaluation saved successfully', '.save-bar')).toEqual([]);
  });

  test('are reached with F8, which pauses them (rule 12.6)', async ({ page, visit, user: _ }) => {
    const region = page.getByRole('region', { name: /^Notifications/ });
    await page.route('**/api/pipelines/export', (route) =>
      route.fulfill({ status: 200, body: '' }),
    );
    await visit('/dashboard');
    await page.getByRole('link', { name: 'Export Excel' }).click();
    await expect(region.getByRole('listitem')).toContainText('Export successful');
    await page.keyboard.press('F8');
    await expect(region.getByRole('list')).toBeFocused();
    await page.keyboard.press('Tab');
    await page.keyboard.press('Tab');
    await expect(region.getByRole('button', { name: 'Close toast' })).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(region.getByRole('listitem')).toHaveCount(0);
  });

  test('show a failed logout, which keeps the session (rule 1.22)', async ({
    page,
    visit,
    user,
    refusals,
  }) => {
    refusals.push('ERR_FAILED');
    await page.route('**/api/auth/logout', (route) => route.abort());
    await visit('/dashboard');
    await page.getByRole('button', { name: 'Logout' }).click();
    await expect(page.getByText('Logout failed', { exact: true })).toBeVisible();
    await expect(page.getByText('There was an error logging out. Please try again.')).toBeVisible();
    await expect(page).toHaveURL('/dashboard');
    await expect(page.getByRole('button', { name: 'Logout' })).toBeEnabled();
    expect((await user.api.request.get('/api/auth/user')).status()).toBe(200);
  });

  test('show a failed export (rule 8.6)', async ({ page, visit, user: _, refusals }) => {
    refusals.push(401);
    await page.route('**/api/pipelines/export', (route) =>
      route.fulfill({ status: 401, json: { message: 'Unauthorized' } }),
    );
    await visit('/dashboard');
    await page.getByRole('link', { name: 'Export Excel' }).click();
    await expect(page.getByText('Export failed', { exact: true })).toBeVisible();
    await expect(page.getByText('Failed to export pipeline data')).toBeVisible();
    await expect(page.getByRole('link', { name: 'Export Excel' })).toBeVisible();
  });
});

test("dates are in the browser's time zone and language (rules 5.13 and 14.1)", async ({
  browser,
  site,
  user,
  watch,
}) => {
  const locale = { language: 'en-US', timeZone: 'Pacific/Kiritimati' };
  const [id] = await user.api.create({ companyName: 'Line Islands', nextMeetingDate: 'ASAP' });
  const context = await browser.newContext({
    ...VIEWER,
    timezoneId: locale.timeZone,
    baseURL: site.url,
    storageState: await user.api.request.storageState(),
  });
  watch(context);
  const page = await context.newPage();
  const there = new Intl.DateTimeFormat('en-US', {
    dateStyle: 'medium',
    timeZone: locale.timeZone,
  }).format(new Date());
  for (const visit of ['first', 'second']) {
    await page.goto('/dashboard');
    await hydrated(page);
    await expect(row(page, 'Line Islands'), `${visit} visit`).toContainText(`ASAP(${there})`);
    await expect(
      row(page, 'Line Islands').getByRole('cell', { name: there, exact: true }),
    ).toBeVisible();
  }
  const { updatedAt } = await user.api.read(id!);
  await page.goto(`/pipeline/${id}/edit`);
  const moment = new Intl.DateTimeFormat('en-US', {
    dateStyle: 'medium',
    timeStyle: 'short',
    timeZone: locale.timeZone,
  }).format(new Date(String(updatedAt)));
  await expect(page.getByText(`Last updated ${moment}`)).toBeVisible();
  await context.close();
});

test('revalidation does not give an open form the version of a newer edit', async ({
  page,
  visit,
  api,
  admin,
  refusals,
}) => {
  refusals.push(409);
  const [id] = await api.create({ companyName: 'Pinwhistle', ceoName: 'Leocadia Fenn' });
  await visit(`/pipeline/${id}/edit`);
  await admin.api.update(id!, { ceoName: 'Theirs, CEO' });
  await openMenu(page, 'Ana Lindqvist');
  await page.getByRole('button', { name: /^Theme: system/ }).click();
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'light');
  await page.getByLabel('Company name').fill('Mine');
  await page.getByRole('button', { name: 'Update Deal' }).click();
  await expect(
    page.getByText(/^Pipeline updated successfully\. Also changed meanwhile by .+: CEO$/),
  ).toBeVisible();
  expect(await api.read(id!)).toMatchObject({ companyName: 'Mine', ceoName: 'Theirs, CEO' });
});

test('a first visit fetches its page once', async ({ page, context, visit, ready, signUp }) => {
  const user = await signUp();
  const fetched: string[] = [];
  const note = (request: Request) => fetched.push(new URL(request.url()).pathname);
  await visit('/login');
  const timeZone = (await context.cookies()).find(({ name }) => name === 'tz');
  expect(timeZone?.value, 'the login page sends the time zone').toBe('UTC');
  await page.getByLabel('Email').fill(user.email);
  await page.getByLabel('Password *').fill(user.password);
  page.on('request', note);
  await page.getByRole('button', { name: 'Sign In' }).click();
  await expect(page).toHaveURL('/dashboard');
  await ready();
  await expect(page.getByText('Login successful', { exact: true })).toBeVisible();
  page.off('request', note);
  expect(fetched.filter((path) => path.startsWith('/dashboard'))).toEqual(['/dashboard']);
});

test('a password can be shown (rule 1.12)', async ({ page, visit }) => {
  await visit('/login');
  const password = page.getByLabel('Password *');
  await password.fill('what-did-I-type');
  await expect(password).toHaveAttribute('type', 'password');
  await page.getByRole('button', { name: 'Show password' }).click();
  await expect(password).toHaveAttribute('type', 'text');
  await expect(password).toHaveValue('what-did-I-type');
  await page.getByRole('button', { name: 'Hide password' }).click();
  await expect(password).toHaveAttribute('type', 'password');
});

test.describe('redirects leave time to read the message', () => {
  /** Records timer delays in ms; measured times would depend on the machine's load. */
  const noteTimers = () => {
    const { setTimeout } = window;
    const set: number[] = [];
    Object.assign(window, {
      timersSet: set,
      setTimeout: (work: () => void, ms = 0) => (set.push(ms), setTimeout(work, ms)),
    });
  };
  const timersSet = (page: Page) =>
    page.evaluate(() => (window as unknown as { timersSet: number[] }).timersSet);
  for (const [who, path, leadsTo, time] of [
    ['user', '/dashboard', '/login', 100],
    ['admin', '/admin', '/', 500],
  ] as const)
    test(`${time / 1000} s from ${path} (rule 12.11)`, async ({
      page,
      visit,
      user,
      admin,
      signIn,
    }) => {
      await signIn({ user, admin }[who]);
      await visit(path);
      await page.evaluate(noteTimers);
      await page.getByRole('button', { name: 'Logout' }).click();
      await expect(page).toHaveURL(leadsTo);
      const delay = (await timersSet(page)).find((ms) => ms === 100 || ms === 500);
      expect(delay).toBe(time);
    });

  test('0.5 s if signed out (rule 12.3)', async ({ browser, site, refusals, watch }) => {
    refusals.push(401);
    const context = await browser.newContext({ ...VIEWER, baseURL: site.url });
    watch(context);
    await context.addInitScript(noteTimers);
    const page = await context.newPage();
    const held = await holdRequests(page, /\/api\/login/);
    await page.goto('/dashboard');
    await expect.poll(() => timersSet(page)).toContain(500);
    held();
    await expect(page).toHaveURL(/\/login/);
    await context.close();
  });
});
