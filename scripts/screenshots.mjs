// npm run screenshots: retakes the screenshots in docs/, with the demo data.
import './runtime.mjs';
import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { findChromium } from './browsers.mjs';
import { buildWhenStale } from './build.mjs';

const { chromium } = await import('@playwright/test');

const PORT = 3999;
const URL_BASE = `http://localhost:${PORT}`;
const SCREENSHOTS = [
  {
    name: 'dashboard',
    as: 'ana',
    path: '/dashboard',
    colorScheme: 'light',
    width: 1440,
    height: 900,
  },
  {
    name: 'evaluation',
    as: 'ana',
    find: '/evaluation',
    colorScheme: 'dark',
    width: 1440,
    height: 900,
  },
  { name: 'admin', as: 'maren', path: '/admin', colorScheme: 'light', width: 1440, height: 800 },
  { name: 'phone', as: 'ana', path: '/dashboard', colorScheme: 'dark', width: 390, height: 844 },
];

process.chdir(fileURLToPath(new URL('..', import.meta.url)));
buildWhenStale();
const folder = mkdtempSync(join(tmpdir(), 'pipeline-screenshots-'));
const env = {
  ...process.env,
  NODE_ENV: 'production',
  PORT: String(PORT),
  APP_URL: URL_BASE,
  DATABASE_URL: `file:${join(folder, 'demo.db')}`,
};
const server = spawn(process.execPath, ['scripts/start.mjs', '--demo'], {
  env,
  stdio: ['ignore', 'ignore', 'inherit'],
});
try {
  while (
    !(await fetch(`${URL_BASE}/healthz`).then(
      ({ ok }) => ok,
      () => false,
    ))
  )
    await pause(100);
  const browser = await chromium.launch({
    executablePath: findChromium(),
    args: ['--no-sandbox', '--disable-gpu'],
  });
  for (const screenshot of SCREENSHOTS) await takeScreenshot(browser, screenshot);
  await browser.close();
} finally {
  server.kill('SIGTERM');
  rmSync(folder, { recursive: true, force: true });
}

async function takeScreenshot(browser, { name, as, path, find, colorScheme, width, height }) {
  const context = await browser.newContext({
    viewport: { width, height },
    colorScheme,
    locale: 'en-US',
    timezoneId: 'Europe/Berlin',
    baseURL: URL_BASE,
  });
  await context.request.post('/api/auth/login', {
    data: { email: `${as}@demo.example`, password: `demo-${as}-2026` },
  });
  const page = await context.newPage();
  await page.goto(path ?? `/pipeline/${await findEvaluatedDeal(context.request)}${find}`, {
    waitUntil: 'networkidle',
  });
  await page.screenshot({ path: `docs/${name}.png` });
  await context.close();
  console.log(`docs/${name}.png`);
}

async function findEvaluatedDeal(request) {
  for (const { id } of await (await request.get('/api/pipelines')).json()) {
    if ((await request.get(`/api/pipelines/${id}/evaluation`)).ok()) return id;
  }
  throw new Error('No deal of the demo is evaluated.');
}
