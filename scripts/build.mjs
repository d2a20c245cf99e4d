// The release build, made only where a source is newer than what was built. Both npm start and the browser tests use it.
import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';

export const ENTRY = 'build/server/server.js';
const SOURCES = ['app', 'db', 'public', 'server.ts', 'vite.config.ts', 'remix.config.js', 'tailwind.config.ts', 'package-lock.json'];

export function buildWhenStale() {
  if (isStale()) build();
}

/** True when a source is newer than the build. An installation without sources keeps the build it came with. */
function isStale() {
  if (!existsSync(ENTRY)) return true;
  const built = statSync(ENTRY).mtimeMs;
  return SOURCES.filter(existsSync).some((source) => newest(source) > built);
}

function newest(path) {
  const stat = statSync(path);
  if (!stat.isDirectory()) return stat.mtimeMs;
  return Math.max(stat.mtimeMs, ...readdirSync(path).map((name) => newest(join(path, name))));
}

function build() {
  console.log('Building…');
  const env = { ...process.env, NODE_ENV: 'production' };
  const { status } = spawnSync(process.execPath, ['node_modules/@remix-run/dev/dist/cli.js', 'vite:build', '--logLevel', 'error'], { env, stdio: ['ignore', 'inherit', 'inherit'] });
  if (status !== 0) throw new Error('The build failed.');
}
