import { spawnSync } from 'node:child_process';

const NAMES = ['chromium', 'chromium-browser', 'google-chrome'];

/**
 * Finds a Chromium for the browser tests: CHROMIUM_PATH, one in PATH, or one installed now. Returns
 * its path, or undefined for Playwright's own. Exits with instructions if there is none.
 */
export function findChromium() {
  const found = process.env.CHROMIUM_PATH || installed();
  if (found) return found;
  if (process.getuid?.() === 0 && works('apt-get', ['--version'])) {
    console.log('Installing Chromium with apt-get…');
    if (
      run('apt-get', ['update']) &&
      run('apt-get', ['install', '-y', '--no-install-recommends', 'chromium'])
    ) {
      const path = installed();
      if (path) return path;
    }
  }
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

/** The path of a working Chromium: some distributions have a placeholder in PATH. */
function installed() {
  const name = NAMES.find((candidate) => works(candidate, ['--version']));
  return name && spawnSync('sh', ['-c', `command -v ${name}`], { encoding: 'utf8' }).stdout.trim();
}

function works(command, args) {
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
