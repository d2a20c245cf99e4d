import { type Browser, launch, type Page } from 'puppeteer-core';
import { type Site, startSite } from './site';

/** Drives an installed Firefox: Playwright supports only its own build. */
export interface Firefox {
  site: Site;
  page: Page;
  /** Errors of pages and their consoles. */
  problems: string[];
  stop(): Promise<void>;
  visit(path: string): Promise<void>;
  ready(): Promise<void>;
  click(name: string, role?: string): Promise<void>;
  type(field: string, text: string): Promise<void>;
  expectText(text: string): Promise<void>;
  expectPath(path: string): Promise<void>;
}

export async function startFirefox(viewport: { width: number; height: number }): Promise<Firefox> {
  const site = await startSite({ requireApproval: false, host: 'localhost' });
  const browser: Browser = await launch({
    browser: 'firefox',
    executablePath: process.env.FIREFOX_PATH,
    headless: true,
  });
  const page = await browser.newPage();
  await page.setViewport(viewport);
  const problems: string[] = [];
  page.on('pageerror', (error) => problems.push(String(error)));
  page.on('console', (message) => {
    if (message.type() === 'error') problems.push(message.text());
  });

  async function ready(): Promise<void> {
    await page.waitForFunction(() => {
      const main = document.querySelector('#main');
      const isPlain = !document.querySelector('script[type=module]');
      return main && (isPlain || Object.keys(main).some((key) => key.startsWith('__reactFiber')));
    });
  }
  return {
    site,
    page,
    problems,
    ready,
    async stop() {
      await browser.close();
      await site.stop();
    },
    async visit(path) {
      await page.goto(site.url + path);
      await ready();
    },
    async click(name, role = 'button') {
      const found = await page.waitForSelector(`::-p-aria([name="${name}"][role="${role}"])`);
      await found!.click();
    },
    async type(field, text) {
      await page.type(`main [name="${field}"]`, text);
    },
    async expectText(text) {
      await page.waitForFunction(
        (wanted) => document.body.innerText.includes(wanted as string),
        {},
        text,
      );
    },
    async expectPath(path) {
      await page.waitForFunction((wanted) => location.pathname === wanted, {}, path);
      await ready();
    },
  };
}
