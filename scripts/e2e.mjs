// The browser tests: node scripts/e2e.mjs [arguments of `playwright test`, such as a file name; --project=firefox for Firefox]
import './runtime.mjs';
import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { findChromium, findFirefox } from './browsers.mjs';

process.chdir(fileURLToPath(new URL('..', import.meta.url)));
const chromium = findChromium();
const firefox = process.argv.includes('--project=firefox') && findFirefox();
const env = {
  ...process.env,
  ...(chromium && { CHROMIUM_PATH: chromium }),
  ...(firefox && { FIREFOX_PATH: firefox }),
};
const { status } = spawnSync(
  process.execPath,
  ['node_modules/@playwright/test/cli.js', 'test', ...process.argv.slice(2)],
  { env, stdio: 'inherit' },
);
process.exit(status ?? 1);
