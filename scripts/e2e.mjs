// Runs the browser tests: node scripts/e2e.mjs [arguments of `playwright test`, such as a file name]
import './runtime.mjs';
import { fileURLToPath } from 'node:url';
import { findFirefox, findHeadlessChromium } from './browsers.mjs';
import { runScript, TOOLS } from './tools.mjs';

process.chdir(fileURLToPath(new URL('..', import.meta.url)));
const chromium = findHeadlessChromium();
const firefox = process.argv.includes('--project=firefox') && findFirefox();
if (chromium) process.env.CHROMIUM_PATH = chromium;
if (firefox) process.env.FIREFOX_PATH = firefox;
await runScript(TOOLS.playwright, ['test', ...process.argv.slice(2)]);
