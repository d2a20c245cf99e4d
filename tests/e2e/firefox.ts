import { launchFirefox, type Page } from './bidi';
import { type Site, startSite } from './site';

/** Drives an installed Firefox: Playwright supports only its own build. */
export interface Firefox {
  site: Site;
  page: Page;
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
  const { page, stop } = await launchFirefox(process.env.FIREFOX_PATH!);
  await page.setViewport(viewport);
  const problems: string[] = [];
  page.onProblem((text) => problems.push(text));

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
      await stop();
      await site.stop();
    },
    async visit(path) {
      await page.goto(site.url + path);
      await ready();
    },
    async click(name, role = 'button') {
      await page.clickElement(await page.findByRole(role, name));
    },
    async type(field, text) {
      await page.type(`main [name="${field}"]`, text);
    },
    async expectText(text) {
      await page.waitForFunction((wanted) => document.body.innerText.includes(wanted), text);
    },
    async expectPath(path) {
      await page.waitForFunction((wanted) => location.pathname === wanted, path);
      await ready();
    },
  };
}
