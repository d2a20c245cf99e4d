// Builds the release if a source is newer, for npm start and the browser tests.
import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';

export const ENTRY = 'build/server/server.js';
export const SETTINGS_CHECK = 'build/server/settings-check.js';
const COMPILER = 'node_modules/@remix-run/dev/dist/cli.js';
const SOURCES = [
  'app',
  'db',
  'public',
  'server.ts',
  'vite.config.ts',
  'remix.config.js',
  'tailwind.config.ts',
];

export function buildWhenStale() {
  if (isStale()) build();
}

/**
 * Returns whether a source is newer than the build. An installation without sources keeps its
 * build.
 */
function isStale() {
  if (!existsSync(ENTRY)) return true;
  if (!existsSync('app')) return false;
  const built = statSync(ENTRY).mtimeMs;
  // `npm prune --omit=dev` rewrites package-lock.json and removes the compiler.
  const sources = existsSync(COMPILER) ? [...SOURCES, 'package-lock.json'] : SOURCES;
  return sources.filter(existsSync).some((source) => findNewestMs(source) > built);
}

function findNewestMs(path) {
  const stat = statSync(path);
  if (!stat.isDirectory()) return stat.mtimeMs;
  return Math.max(stat.mtimeMs, ...readdirSync(path).map((name) => findNewestMs(join(path, name))));
}

function build() {
  if (!existsSync(COMPILER))
    throw Object.assign(
      new Error(
        'The build is missing, or older than the sources, and the build tools are not installed. Please run: npm ci',
      ),
      { name: 'NotBuilt' },
    );
  console.log('Building…');
  const env = { ...process.env, NODE_ENV: 'production' };
  const { status } = spawnSync(process.execPath, [COMPILER, 'vite:build', '--logLevel', 'error'], {
    env,
    stdio: ['ignore', 'inherit', 'inherit'],
  });
  if (status !== 0) throw Object.assign(new Error('The build failed.'), { name: 'NotBuilt' });
}
