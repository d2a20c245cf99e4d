// Measures the list's downloads and clicks in Chromium with a slow network and processor.
import { setTimeout as pause } from 'node:timers/promises';
import { chromium } from '@playwright/test';
import { findChromium } from '../scripts/browsers.mjs';
import { MANAGER } from './generate.mjs';
import { median, signIn, startProduct } from './servers.mjs';

/** 400 kbit/s and 400 ms. */
const SLOW_NETWORK = {
  offline: false,
  latency: 400,
  downloadThroughput: 50_000,
  uploadThroughput: 50_000,
};
const PROCESSOR_SLOWDOWN = 4;
const LIST = '/dashboard?size=25';
const ROW = 'table.pipelines tbody tr';
const CLICKS = [
  { kind: 'details', click: '.eye', shows: 'dialog[open] .details' },
  { kind: 'filter', click: 'select[name=industry]', shows: '[aria-label="Active filters"]' },
  { kind: 'page', click: 'a[aria-label^="Next page"]', shows: 'a[aria-label^="Previous page"]' },
  { kind: 'sort', click: 'th[aria-sort] .sorter', shows: 'th[aria-sort$=ending]' },
  { kind: 'evaluation', click: '.actions a', shows: '.evaluation, input[type=range]' },
  { kind: 'back to the list', shows: ROW },
];

/**
 * Returns KB of the list's HTML, style sheet and scripts as sent, and the median ms of each kind of
 * click.
 */
export async function measureClicks(file, rounds) {
  const server = await startProduct(file);
  const cookie = await signIn(server.base, MANAGER);
  const executablePath = findChromium();
  const browser = await chromium.launch({ executablePath, args: ['--no-sandbox'] });
  const open = () => openPage(browser, server.base, cookie);
  const weights = await measureWeights(await open());
  const times = {};
  for (let round = 0; round < rounds; round++) {
    let page;
    for (const step of CLICKS) {
      if (step.click) {
        await page?.context().close();
        page = await open();
        await page.goto(LIST, { waitUntil: 'networkidle' });
        await slowDown(page);
      }
      await pause(500);
      (times[step.kind] ??= []).push(await page.evaluate(clickAndWatch, step));
    }
    await page.context().close();
  }
  await browser.close();
  await server.stop();
  const middle = Object.entries(times).map(([kind, ms]) => ({ kind, ms: median(ms) }));
  return { weights, times: middle };
}

async function openPage(browser, base, cookie) {
  const viewport = { width: 1366, height: 768 };
  const context = await browser.newContext({ baseURL: base, viewport, locale: 'en-US' });
  const [name, value] = cookie.split('=');
  await context.addCookies([{ name, value, url: base }]);
  return context.newPage();
}

async function measureWeights(page) {
  await page.goto('/login', { waitUntil: 'networkidle' });
  await page.goto(LIST, { waitUntil: 'networkidle' });
  // Prefetched resources do not count.
  const sent = await page.evaluate(() => {
    const [document] = performance.getEntriesByType('navigation');
    return [document, ...performance.getEntriesByType('resource')]
      .filter(({ startTime }) => startTime < document.loadEventEnd)
      .map(({ name, encodedBodySize }) => ({ name, bytes: encodedBodySize }));
  });
  await page.context().close();
  const kb = (is) => sent.reduce((sum, { name, bytes }) => sum + (is(name) ? bytes : 0), 0) / 1024;
  return {
    HTML: kb((name) => name.endsWith(LIST)),
    CSS: kb((name) => name.endsWith('.css')),
    scripts: kb((name) => name.endsWith('.js')),
  };
}

async function slowDown(page) {
  const devtools = await page.context().newCDPSession(page);
  await devtools.send('Network.enable');
  await devtools.send('Network.emulateNetworkConditions', SLOW_NETWORK);
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: PROCESSOR_SLOWDOWN });
}

function clickAndWatch({ click, shows }) {
  const { document, Event, history, requestAnimationFrame: next } = globalThis;
  return new Promise((resolve, reject) => {
    const began = performance.now();
    const target = click && document.querySelector(click);
    if (click && !target) throw new Error(`${click} is not on the page`);
    if (!target) history.back();
    else if (target.matches('select')) {
      target.value = 'AI';
      target.dispatchEvent(new Event('change', { bubbles: true }));
    } else target.click();
    const look = () => {
      if (document.querySelector(shows)) next(() => resolve(performance.now() - began));
      else if (performance.now() - began > 20_000) reject(new Error(`${shows} was not shown`));
      else next(look);
    };
    look();
  });
}
