import type { Locator, Page } from '@playwright/test';
import { expect, hydrated, test, VIEWER } from './fixtures';
import { expectMessage, holdRequests, row } from './steps';

test.describe('page loads (rules 5.30 and 12.10)', () => {
  test('a loading page shows a spinner, details load no page', async ({
    page,
    visit,
    context,
    api,
    expectedErrors,
  }) => {
    expectedErrors.push(401, 404);
    const [first, second] = await api.create(
      { companyName: 'Steadwick' },
      { companyName: 'Gantry' },
    );
    const sign = page.getByRole('banner').getByRole('status');
    await visit('/dashboard?sort=oldest');
    const release = await holdRequests(page, /\/pipeline\/new\.data/);
    await expect(sign).toHaveText('');
    await page.getByRole('banner').getByRole('link', { name: 'Add New Deal' }).click();
    await expect(sign).toHaveText('Loading');
    release();
    await expect(page).toHaveURL(/\/pipeline\/new\?from=/);
    await expect(sign).toHaveText('');

    await visit('/dashboard?sort=oldest');
    const dialog = page.getByRole('dialog');
    const requests: string[] = [];
    page.on('request', (request) => {
      const { pathname, searchParams } = new URL(request.url());
      if (['fetch', 'document'].includes(request.resourceType()) && !/^\/assets\//.test(pathname))
        requests.push(`${pathname} ${searchParams.get('details')}`);
    });
    const list = `/dashboard.data ${first}`;
    const next = `/dashboard.data ${second}`;
    for (const [company, close, asked] of [
      ['Steadwick', () => dialog.getByRole('link', { name: 'Close' }).click(), list],
      ['Gantry', () => page.goBack(), next],
    ] as const) {
      await page.getByRole('link', { name: `Details of ${company}` }).click();
      await expect(dialog).toHaveAccessibleName(`${company} - Company Details`);
      expect(requests.splice(0)).toEqual([asked]);
      await close();
      await expect(dialog).toHaveCount(0);
      await expect(page).toHaveURL('/dashboard?sort=oldest');
      await expect(sign).toHaveText('');
      expect(requests, 'closing requests nothing').toEqual([]);
    }
    await page.getByRole('link', { name: 'Details of Steadwick' }).click();
    await dialog.getByRole('link', { name: 'Next deal' }).click();
    await expect(dialog.getByRole('status')).toHaveText('Gantry, 2 of 2');
    expect(requests).toEqual([list, next]);
    await context.clearCookies();
    await dialog.getByRole('link', { name: 'Previous deal' }).click();
    await expect(page).toHaveURL(/\/login/);
  });
});

test.describe('toasts (rules 1.22, 8.6 and 12.6)', () => {
  test('toasts are narrow and never cover the save bar', async ({
    page,
    visit,
    api,
    expectedErrors,
  }) => {
    expectedErrors.push('ERR_FAILED');
    const [id] = await api.create({ companyName: 'Steadwick' });
    await page.setViewportSize({ width: 390, height: 844 });
    await visit(`/pipeline/${id}/evaluation`);
    const toast = page.getByRole('region', { name: /^Notifications/ }).getByRole('listitem');
    const boxes = async (...all: Locator[]) =>
      Promise.all(all.map(async (one) => (await one.boundingBox())!));
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

    /** Returns the elements in view that the toast covers. */
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

  test('F8 focuses toasts and pauses them', async ({ page, visit, user: _ }) => {
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

  test('toasts show a failed export and a failed logout', async ({
    page,
    visit,
    user,
    expectedErrors,
  }) => {
    expectedErrors.push(401, 'ERR_FAILED');
    await page.route('**/api/pipelines/export', (route) =>
      route.fulfill({ status: 401, json: { message: 'Unauthorized' } }),
    );
    await page.route('**/api/auth/logout', (route) => route.abort());
    await visit('/dashboard');
    await page.getByRole('link', { name: 'Export Excel' }).click();
    await expectMessage(page, 'Export failed', 'Failed to export pipeline data');
    await page.getByRole('button', { name: 'Logout' }).click();
    await expectMessage(page, 'Logout failed', 'There was an error logging out. Please try again.');
    await expect(page).toHaveURL('/dashboard');
    await expect(page.getByRole('button', { name: 'Logout' })).toBeEnabled();
    expect((await user.api.request.get('/api/auth/user')).status()).toBe(200);
  });
});

test.describe('dates and passwords (rules 1.12, 5.13 and 14.1)', () => {
  test("dates are in the browser's time zone and language", async ({
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

  test('a password can be shown, and a first visit loads once', async ({
    page,
    context,
    visit,
    ready,
    signUp,
  }) => {
    const user = await signUp();
    await visit('/login');
    const timeZone = (await context.cookies()).find(({ name }) => name === 'tz');
    expect(timeZone?.value, 'the login page sends the time zone').toBe('UTC');
    const password = page.getByLabel('Password *');
    await page.getByLabel('Email').fill(user.email);
    await password.fill(user.password);
    await expect(password).toHaveAttribute('type', 'password');
    await page.getByRole('button', { name: 'Show password' }).click();
    await expect(password).toHaveAttribute('type', 'text');
    await expect(password).toHaveValue(user.password);
    await page.getByRole('button', { name: 'Hide password' }).click();
    await expect(password).toHaveAttribute('type', 'password');
    const fetched: string[] = [];
    page.on('request', (request) => fetched.push(request.url()));
    await page.getByRole('button', { name: 'Sign In' }).click();
    await expect(page).toHaveURL('/dashboard');
    await ready();
    await expect(page.getByText('Login successful', { exact: true })).toBeVisible();
    expect(fetched.some((url) => url.includes('/dashboard.data'))).toBe(true);
    expect(new Set(fetched).size, 'nothing is loaded twice').toBe(fetched.length);
  });
});

test.describe('redirects leave time to read the message (rules 12.3 and 12.11)', () => {
  /** Records timer delays in ms; measured times would depend on the machine's load. */
  const recordTimers = () => {
    const { setTimeout } = window;
    const set: number[] = [];
    Object.assign(window, {
      timersSet: set,
      setTimeout: (work: () => void, ms = 0) => (set.push(ms), setTimeout(work, ms)),
    });
  };
  const timersSet = (page: Page) =>
    page.evaluate(() => (window as unknown as { timersSet: number[] }).timersSet);
  test('a logout redirects in 0.1 s, the admin area in 0.5 s', async ({
    page,
    visit,
    user,
    admin,
    signIn,
  }) => {
    for (const [who, path, leadsTo, time] of [
      [user, '/dashboard', '/login', 100],
      [admin, '/admin', '/', 500],
    ] as const) {
      await signIn(who);
      await visit(path);
      await page.evaluate(recordTimers);
      await page.getByRole('button', { name: 'Logout' }).click();
      await expect(page).toHaveURL(leadsTo);
      expect((await timersSet(page)).find((ms) => ms === 100 || ms === 500)).toBe(time);
    }
  });

  test('a signed-out visit redirects in 0.5 s', async ({
    browser,
    site,
    expectedErrors,
    watch,
  }) => {
    expectedErrors.push(401);
    const context = await browser.newContext({ ...VIEWER, baseURL: site.url });
    watch(context);
    await context.addInitScript(recordTimers);
    const page = await context.newPage();
    const held = await holdRequests(page, /\/api\/login/);
    await page.goto('/dashboard');
    await expect.poll(() => timersSet(page)).toContain(500);
    held();
    await expect(page).toHaveURL(/\/login/);
    await context.close();
  });
});
