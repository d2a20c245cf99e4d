// The browser tests: node scripts/e2e.mjs [arguments of `playwright test`, such as a file name]
import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { findChromium } from './chromium.mjs';

process.chdir(fileURLToPath(new URL('..', import.meta.url)));
const path = findChromium();
const env = { ...process.env, ...(path && { CHROMIUM_PATH: path }) };
const { status } = spawnSync(
  process.execPath,
  ['node_modules/@playwright/test/cli.js', 'test', ...process.argv.slice(2)],
  { env, stdio: 'inherit' },
);
process.exit(status ?? 1);
