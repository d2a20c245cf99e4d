import { spawnSync } from 'node:child_process';

const CHROMIUM = { names: ['chromium', 'chromium-browser', 'google-chrome'], package: 'chromium' };
/** Draws no window of a browser around the page, which takes 40 % of Chromium's processor time. */
const HEADLESS_SHELL = {
  names: ['chromium-headless-shell'],
  package: 'chromium-headless-shell',
};
const FIREFOX = { names: ['firefox-esr', 'firefox'], package: 'firefox-esr' };

/**
 * Finds Chromium in CHROMIUM_PATH or PATH, or installs it. Returns its path, or undefined for
 * Playwright's own. Exits with instructions if there is none.
 */
export function findChromium() {
  const found = process.env.CHROMIUM_PATH || findInstalled(CHROMIUM) || installWithApt(CHROMIUM);
  if (found) return found;
  console.log("Getting Playwright's Chromium…");
  if (run('npx', ['playwright', 'install', 'chromium'])) return undefined;
  console.error(
    [
      '',
      'The browser tests need Chromium, and none could be found or installed.',
      'Install one (Debian: apt-get install chromium) so that it is in PATH, or set CHROMIUM_PATH to it, and try again.',
      'All other tests run without it: npm run check && npx vitest run',
    ].join('\n'),
  );
  process.exit(1);
}

/**
 * Finds Chromium without its window, or with it, or installs one. The package without it is not
 * installed beside Chromium, which it would upgrade.
 */
export function findHeadlessChromium() {
  const { CHROMIUM_PATH } = process.env;
  const found = CHROMIUM_PATH || findInstalled(HEADLESS_SHELL) || findInstalled(CHROMIUM);
  return found || installWithApt(HEADLESS_SHELL) || findChromium();
}

/** Finds Firefox in FIREFOX_PATH or PATH, or installs it; undefined without one. */
export function findFirefox() {
  const found = process.env.FIREFOX_PATH || findInstalled(FIREFOX) || installWithApt(FIREFOX);
  if (!found) console.log('There is no Firefox in PATH: its tests are left out.');
  return found;
}

/** Runs each candidate, because some distributions have a placeholder in PATH. */
function findInstalled({ names }) {
  const name = names.find((candidate) => isWorking(candidate, ['--version']));
  return name && spawnSync('sh', ['-c', `command -v ${name}`], { encoding: 'utf8' }).stdout.trim();
}

/** Installs a browser as root on Debian. Returns its path, or undefined. */
function installWithApt(browser) {
  if (process.getuid?.() !== 0 || !isWorking('apt-get', ['--version'])) return undefined;
  console.log(`Installing ${browser.package} with apt-get…`);
  const isThere =
    run('apt-get', ['update']) &&
    run('apt-get', ['install', '-y', '--no-install-recommends', browser.package]);
  return isThere ? findInstalled(browser) : undefined;
}

function isWorking(command, args) {
  return spawnSync(command, args, { stdio: 'ignore' }).status === 0;
}

function run(command, args) {
  return (
    spawnSync(command, args, {
      stdio: 'inherit',
      env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
    }).status === 0
  );
}
