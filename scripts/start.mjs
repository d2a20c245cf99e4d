// npm start: builds if needed, then serves in this process.
import './runtime.mjs';
import { existsSync } from 'node:fs';
import { buildWhenStale, ENTRY } from './build.mjs';
import { describeProgram } from './version.mjs';

if (process.argv.includes('--version')) {
  console.log(describeProgram());
  process.exit();
}

const dev = process.argv.includes('--dev');
const demo = process.argv.includes('--demo');

if (existsSync('.env')) process.loadEnvFile('.env');
process.env.NODE_ENV ??= dev ? 'development' : 'production';
if (demo) process.env.DATABASE_URL ??= 'file:./data/demo.db';

try {
  if (dev) await serveDevelopment();
  else await serve();
} catch (error) {
  if (error.code === 'EADDRINUSE')
    console.error(`Port ${process.env.PORT ?? 3000} is in use. Set PORT to another one.`);
  else console.error(['DatabaseRefused', 'NotBuilt'].includes(error.name) ? error.message : error);
  process.exit(1);
}

async function serve() {
  buildWhenStale();
  const { start } = await import(new URL(`../${ENTRY}`, import.meta.url));
  await start({ demo });
}

async function serveDevelopment() {
  const { createServer } = await import('vite');
  const vite = await createServer({ server: { middlewareMode: true }, appType: 'custom' });
  const { start } = await vite.ssrLoadModule('/server.ts');
  await start({ vite, demo });
}
