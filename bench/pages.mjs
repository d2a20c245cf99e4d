// What a browser downloads for a page, and when it shows something: Chromium, its network and processor slowed down on wish.
import { chromium } from '@playwright/test';
import { findChromium } from '../scripts/browsers.mjs';
import { ask } from './servers.mjs';

/** 400 kbit/s, 400 ms, and a processor four times slower. */
const SLOW = { offline: false, latency: 400, downloadThroughput: 50_000, uploadThroughput: 50_000 };
const SLOW_PROCESSOR = 4;
const LOOK_EVERY = 15;
const PATIENCE = 60_000;

export async function openBrowser() {
  return chromium.launch({
    executablePath: findChromium(),
    args: [
      '--no-sandbox',
      '--disable-gpu',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
    ],
  });
}

/** The bytes of bodies as they are sent, by kind, on a first visit, and how many requests it and a second one need. */
export async function weighPage(browser, { base, path, cookie }) {
  const visitor = await visit(browser, { base, cookie });
  await visitor.page.goto(base + path, { waitUntil: 'networkidle' });
  const first = visitor.downloads.splice(0);
  await visitor.page.goto(base + path, { waitUntil: 'networkidle' });
  const again = visitor.downloads.filter(({ cached }) => !cached);
  await visitor.close();
  const sizes = { Document: 0, Stylesheet: 0, Script: 0, Other: 0 };
  let head = 0;
  for (const { url, kind } of first) {
    const answer = await ask(base, url, {
      headers: { 'Accept-Encoding': 'gzip, deflate, br', ...(cookie && { Cookie: cookie }) },
      keep: false,
    });
    sizes[kind in sizes ? kind : 'Other'] += answer.size;
    if (kind === 'Document') head += answer.head;
  }
  return {
    sizes,
    head,
    requests: first.length,
    again: again.length,
    againAssets: again.filter(({ kind }) => kind !== 'Document').length,
  };
}

/** Milliseconds to the first row on screen and to the page answering scripts' events, on a first visit under the slow profile. */
export async function timePage(browser, { base, path, cookie, scripts }) {
  const visitor = await visit(browser, { base, cookie, scripts, slow: true });
  const times = await watch(visitor.page, base + path, scripts);
  await visitor.close();
  return times;
}

/** A page that was opened at full speed and is slow from then on. */
export async function openThenSlow(browser, { base, path, cookie }) {
  const visitor = await visit(browser, { base, cookie });
  await visitor.page.goto(base + path, { waitUntil: 'networkidle' });
  await visitor.slowDown();
  return visitor;
}

async function visit(browser, { base, cookie, scripts = true, slow = false }) {
  const context = await browser.newContext({
    javaScriptEnabled: scripts,
    viewport: { width: 1366, height: 768 },
    locale: 'en-US',
    serviceWorkers: 'block',
  });
  for (const [, name, value] of (cookie ?? '').matchAll(/([^=; ]+)=([^;]*)/g))
    await context.addCookies([{ name, value, url: base }]);
  const page = await context.newPage();
  const devtools = await context.newCDPSession(page);
  await devtools.send('Network.enable');
  const slowDown = async () => {
    await devtools.send('Network.emulateNetworkConditions', SLOW);
    await devtools.send('Emulation.setCPUThrottlingRate', { rate: SLOW_PROCESSOR });
  };
  if (slow) await slowDown();
  const downloads = [];
  const cached = new Set();
  devtools.on('Network.requestServedFromCache', ({ requestId }) => cached.add(requestId));
  devtools.on('Network.responseReceived', ({ requestId, type, response }) => {
    if (!response.url.startsWith(base)) return;
    downloads.push({
      url: response.url.slice(base.length),
      kind: type,
      cached: cached.has(requestId) || response.fromDiskCache || response.fromPrefetchCache,
    });
  });
  return { page, downloads, slowDown, close: () => context.close() };
}

/** Looks from outside, in the same way whether the page has scripts or not. */
async function watch(page, url, scripts) {
  const started = performance.now();
  await page.goto(url, { waitUntil: 'commit', timeout: PATIENCE });
  let row;
  while (performance.now() - started < PATIENCE) {
    const seen = await page.evaluate(look).catch(() => ({}));
    if (seen.row) row ??= performance.now() - started;
    if (row && (!scripts || !seen.hasScripts || seen.hydrated))
      return { row, interactive: performance.now() - started };
    await new Promise((resolve) => setTimeout(resolve, LOOK_EVERY));
  }
  throw new Error(`${url}: no row, or not interactive, within ${PATIENCE} ms`);
}

/** Runs in the page. A row counts when it is painted and in view; React's root says itself whether it still has to hydrate. */
function look() {
  const box = globalThis.document
    .querySelector('table.pipelines tbody tr')
    ?.getBoundingClientRect();
  const painted = performance.getEntriesByName('first-contentful-paint').length > 0;
  const root = Object.entries(globalThis.document).find(([key]) =>
    key.startsWith('__reactContainer$'),
  )?.[1];
  return {
    row: Boolean(painted && box && box.height > 1 && box.top < globalThis.innerHeight),
    hasScripts:
      globalThis.document.readyState === 'loading' ||
      globalThis.document.querySelector('script[type=module]') !== null,
    hydrated: root?.stateNode?.current?.memoizedState?.isDehydrated === false,
  };
}
