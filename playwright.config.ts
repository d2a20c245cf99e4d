import { defineConfig } from '@playwright/test';
import type { WorkerOptions } from './tests/e2e/fixtures';

/** Chromium as a plain window onto one server: nothing it does by itself. */
const LAUNCH = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  // Keeps compiled scripts between tests: a browser test takes 5 % less of the processor.
  '--process-per-site',
  '--renderer-process-limit=1',
];

/** Tests that drive a Firefox themselves, as Playwright knows only one of its own making. */
const FIREFOX = '**/*.firefox.spec.ts';

/** With scripts, but for what is tagged '@no-scripts'; forms and dialogs, which are tagged '@both', a second time without. */
export default defineConfig<object, WorkerOptions>({
  testDir: 'tests/e2e',
  globalSetup: './tests/e2e/build.ts',
  fullyParallel: true,
  workers: 2,
  retries: 0,
  forbidOnly: Boolean(process.env.CI),
  timeout: 120_000,
  expect: { timeout: 20_000 },
  reporter: [['list'], ['./tests/e2e/count.ts']],
  use: {
    browserName: 'chromium',
    actionTimeout: 20_000,
    navigationTimeout: 30_000,
    screenshot: 'only-on-failure',
    launchOptions: {
      executablePath: process.env.CHROMIUM_PATH || undefined,
      args: LAUNCH,
      // Without a locale Chromium downloads 'deck “2026”.pdf' as 'download'.
      env: { ...process.env, LC_ALL: 'C.UTF-8' } as Record<string, string>,
    },
  },
  projects: [
    { name: 'scripts', testIgnore: FIREFOX, grepInvert: /@no-scripts/ },
    {
      name: 'no-scripts',
      testIgnore: FIREFOX,
      grep: /@both|@no-scripts/,
      use: { scripts: false },
    },
    ...(process.env.FIREFOX_PATH ? [{ name: 'firefox', testMatch: FIREFOX }] : []),
  ],
});
