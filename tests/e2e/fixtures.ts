import { randomBytes } from 'node:crypto';
import {
  type APIRequestContext,
  type BrowserContext,
  type ConsoleMessage,
  expect,
  type Page,
  type PlaywrightWorkerArgs,
  test as base,
  type WebError,
} from '@playwright/test';
import type { DealInput } from '~/domain/deal/schema';
import { expectAccessible } from './axe';
import { ADMIN, type Site, startSite } from './site';

export { expect } from '@playwright/test';

export interface NewUser {
  email: string;
  password: string;
  firstName: string;
  lastName: string;
}
export interface User extends NewUser {
  id: string;
  api: Api;
}

export class Api {
  constructor(readonly request: APIRequestContext) {}

  /** Creates deals in order. Returns their ids. */
  async create(...pipelines: Partial<DealInput>[]): Promise<number[]> {
    const ids: number[] = [];
    for (const pipeline of pipelines) {
      const answer = await this.request.post('/api/pipelines', { data: pipeline });
      expect(answer.status()).toBe(201);
      ids.push(((await answer.json()) as { id: number }).id);
    }
    return ids;
  }

  async read(id: number): Promise<Record<string, unknown>> {
    const answer = await this.request.get(`/api/pipelines/${id}`);
    expect(answer.status()).toBe(200);
    return answer.json();
  }

  async list(): Promise<{ id: number; companyName: string }[]> {
    return (await this.request.get('/api/pipelines')).json();
  }

  async update(id: number, changes: Partial<DealInput>): Promise<void> {
    expect((await this.request.put(`/api/pipelines/${id}`, { data: changes })).status()).toBe(200);
  }

  async evaluation(id: number): Promise<Record<string, unknown> | undefined> {
    const answer = await this.request.get(`/api/pipelines/${id}/evaluation`);
    return answer.ok() ? answer.json() : undefined;
  }

  async evaluate(id: number, evaluation: Record<string, number | string>): Promise<void> {
    expect(
      (await this.request.post(`/api/pipelines/${id}/evaluation`, { data: evaluation })).ok(),
    ).toBe(true);
  }

  async exists(id: number): Promise<boolean> {
    return (await this.request.get(`/api/pipelines/${id}`)).status() === 200;
  }
}

export function newUser(firstName = 'Ana'): NewUser {
  return {
    email: `${firstName.toLowerCase()}.${randomBytes(5).toString('hex')}@demo.example`,
    password: 'demo-password-2026',
    firstName,
    lastName: 'Lindqvist',
  };
}

export const VIEWER = {
  locale: 'en-US',
  timezoneId: 'UTC',
  viewport: { width: 1366, height: 768 },
};

interface TestFixtures {
  /** Opens an address and waits until the page is hydrated. */
  visit: (address: string) => Promise<void>;
  /** Waits until the page is loaded, and hydrated if scripts run. */
  ready: () => Promise<void>;
  /** Expects no axe violations in the named state. Skipped without scripts, which axe needs. */
  accessible: (state: string) => Promise<void>;
  user: User;
  api: Api;
  signUp: (firstName?: string) => Promise<User>;
  /** Administrator, not signed in to the browser. */
  admin: User;
  signIn: (user: User) => Promise<void>;
  /** Error statuses that the test expects; Chromium reports them on the console. */
  expectedErrors: (number | 'ERR_FAILED' | 'ERR_INTERNET_DISCONNECTED')[];
  /** Fails the test on errors in the console, page or server, also of further contexts. */
  watch: (context: BrowserContext) => void;
}
export interface WorkerOptions {
  scripts: boolean;
}
interface WorkerFixtures extends WorkerOptions {
  /** Shared by the worker's tests: opening a page takes longer than most tests. */
  tab: Page;
  /** Server that approves new users at once. */
  site: Site;
  /** Server that requires approval. */
  strictSite: Site;
}

const REFUSED =
  /^Failed to load resource: (?:the server responded with a status of (?:400|401|403|404|409|412|413|502) |net::ERR_(?:FAILED|INTERNET_DISCONNECTED)$)/;

export const test = base.extend<TestFixtures, WorkerFixtures>({
  site: [
    async ({ playwright: _ }, provide) => withSite(false, provide),
    { scope: 'worker', timeout: 60_000 },
  ],
  strictSite: [
    async ({ playwright: _ }, provide) => withSite(true, provide),
    { scope: 'worker', timeout: 60_000 },
  ],
  scripts: [true, { scope: 'worker', option: true }],
  tab: [
    async ({ browser, site, scripts }, provide) => {
      const context = await browser.newContext({
        ...VIEWER,
        baseURL: site.url,
        javaScriptEnabled: scripts,
      });
      await reportViolations(context);
      await provide(await context.newPage());
      await context.close();
    },
    { scope: 'worker' },
  ],
  context: async ({ tab }, provide) => {
    await tab.context().clearCookies();
    await provide(tab.context());
  },
  page: async ({ context: _, tab }, provide) => {
    await tab.setViewportSize(VIEWER.viewport);
    await provide(tab);
    tab.removeAllListeners('dialog');
    tab.removeAllListeners('request');
    await tab.unrouteAll({ behavior: 'ignoreErrors' });
    await tab.goto('/healthz');
  },
  ready: async ({ page, scripts }, provide) =>
    provide(async () => (scripts ? hydrated(page) : page.waitForLoadState())),
  visit: async ({ page, ready }, provide) =>
    provide(async (address) => {
      await page.goto(address);
      await ready();
    }),
  accessible: async ({ page, scripts }, provide) =>
    provide(async (state) => {
      if (scripts) await expectAccessible(page, state);
    }),
  signUp: async ({ playwright, site }, provide) => {
    const requests: APIRequestContext[] = [];
    await provide(async (firstName) => {
      const credentials = newUser(firstName);
      const { request, user } = await enter(playwright, site, '/api/auth/signup', credentials);
      requests.push(request);
      return { ...credentials, ...user, api: new Api(request) };
    });
    for (const request of requests) await request.dispose();
  },
  signIn: async ({ context }, provide) =>
    provide(async ({ api }) => {
      await context.addCookies((await api.request.storageState()).cookies);
    }),
  user: async ({ signUp, signIn }, provide) => {
    const user = await signUp();
    await signIn(user);
    await provide(user);
  },
  api: async ({ user }, provide) => provide(user.api),
  admin: async ({ playwright, site }, provide) => {
    const { request, user } = await enter(playwright, site, '/api/auth/login', ADMIN);
    await provide({ ...ADMIN, firstName: '', lastName: '', ...user, api: new Api(request) });
    await request.dispose();
  },
  expectedErrors: async ({ playwright: _ }, provide) => provide([]),
  watch: [
    async ({ context, site, expectedErrors }, provide) => {
      const errors: string[] = [];
      const onError = (error: WebError) => {
        const thrown = error.error() as Error;
        // Ignores the rejection that Remix leaves unhandled when a newer answer replaces one.
        if (thrown.name !== 'AbortError') errors.push(String(thrown));
      };
      const onConsole = (message: ConsoleMessage) => {
        const text = message.text();
        const isProvoked =
          REFUSED.test(text) && expectedErrors.some((error) => text.includes(String(error)));
        // Ignores a proxy's answer, which Remix reads as its own format, and answers that it stops
        // reading.
        const isUnread =
          text.startsWith('AbortError') ||
          (text.startsWith('SyntaxError') && expectedErrors.includes(502));
        if (message.type() === 'error' && !isProvoked && !isUnread)
          errors.push(`${text} ${message.location().url}`);
      };
      const watch = (watched: BrowserContext) =>
        void watched.on('weberror', onError).on('console', onConsole);
      site.takeErrors();
      watch(context);
      await provide(watch);
      context.off('weberror', onError).off('console', onConsole);
      expect(
        [...errors, site.takeErrors()].filter(Boolean),
        'errors that the test does not expect',
      ).toEqual([]);
    },
    { auto: true },
  ],
});

/** Reports what the content policy blocks as errors: browsers are silent about a blocked eval. */
async function reportViolations(context: BrowserContext): Promise<void> {
  await context.addInitScript(() =>
    addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI, sourceFile }) =>
      console.error(`Content policy: ${violatedDirective} ${blockedURI} ${sourceFile}`),
    ),
  );
}

async function withSite(
  requireApproval: boolean,
  provide: (site: Site) => Promise<void>,
): Promise<void> {
  const site = await startSite({ requireApproval });
  await provide(site);
  await site.stop();
}

/** Signs in through the API, with separate cookies. */
async function enter(
  playwright: PlaywrightWorkerArgs['playwright'],
  site: Site,
  path: string,
  data: object,
) {
  const request = await playwright.request.newContext({ baseURL: site.url });
  const answer = await request.post(path, { data });
  expect(answer.ok()).toBe(true);
  const { user } = (await answer.json()) as { user: { id: string } };
  return { request, user };
}

/**
 * Waits for hydration, if the page has modules. React sets its properties while it still works; the
 * page answers input once its root is done and its effects have run.
 */
export async function hydrated(page: Page): Promise<void> {
  // Waits for the modules, which a page that is still loading may not have reached.
  await page.waitForLoadState('domcontentloaded');
  await page.waitForFunction(() => {
    if (!document.querySelector('script[type=module]')) return true;
    const key = Object.keys(document).find((name) => name.startsWith('__reactContainer'));
    const root = key && (document as unknown as Record<string, ReactRoot>)[key];
    return root && !root.stateNode.current.memoizedState.isDehydrated;
  });
  await page.evaluate(() => new Promise((resolve) => setTimeout(() => setTimeout(resolve))));
}

interface ReactRoot {
  stateNode: { current: { memoizedState: { isDehydrated?: boolean } } };
}
