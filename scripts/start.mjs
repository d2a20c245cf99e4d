// npm start: builds where the sources are newer than the build, then serves in this very process.
import { existsSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';

const ENTRY = 'build/server/server.js';
const SOURCES = ['app', 'db', 'public', 'server.ts', 'vite.config.ts', 'remix.config.js', 'tailwind.config.ts', 'package-lock.json'];

const dev = process.argv.includes('--dev');
const demo = process.argv.includes('--demo');

if (existsSync('.env')) process.loadEnvFile('.env');
process.env.NODE_ENV ??= dev ? 'development' : 'production';
if (demo) process.env.DATABASE_URL ??= 'file:./data/demo.db';

try {
  if (dev) await serveDevelopment();
  else await serve();
} catch (error) {
  console.error(error.code === 'EADDRINUSE' ? `Port ${process.env.PORT ?? 3000} is in use. Set PORT to another one.` : error);
  process.exit(1);
}

async function serve() {
  if (isStale()) await build();
  const { start } = await import(new URL(`../${ENTRY}`, import.meta.url));
  await start({ demo });
}

async function serveDevelopment() {
  const { createServer } = await import('vite');
  const vite = await createServer({ server: { middlewareMode: true }, appType: 'custom' });
  const { start } = await vite.ssrLoadModule('/server.ts');
  await start({ vite, demo });
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

async function build() {
  console.log('Building…');
  const { spawnSync } = await import('node:child_process');
  const { status } = spawnSync(process.execPath, ['node_modules/@remix-run/dev/dist/cli.js', 'vite:build', '--logLevel', 'warn'], { stdio: ['ignore', 'inherit', 'inherit'] });
  if (status !== 0) throw new Error('The build failed.');
}
