// npm start: builds if needed, then serves in this process.
import './runtime.mjs';
import { buildWhenStale, ENTRY, SETTINGS_CHECK } from './build.mjs';
import { loadEnvFile } from './env-file.mjs';
import { describeProgram } from './version.mjs';

if (process.argv.includes('--version')) {
  console.log(describeProgram());
  process.exit();
}

const dev = process.argv.includes('--dev');
const demo = process.argv.includes('--demo');

const namesInFile = loadEnvFile();
process.env.NODE_ENV ??= dev ? 'development' : 'production';
if (demo) process.env.DATABASE_URL ??= 'file:./data/demo.db';

/** Errors whose message is one sentence for operators. */
const PLAIN_ERRORS = ['DatabaseError', 'DatabaseOpenError', 'ListenError', 'NotBuilt'];

try {
  if (dev) await serveDevelopment();
  else await serve();
} catch (error) {
  console.error(PLAIN_ERRORS.includes(error.name) ? error.message : error);
  process.exit(1);
}

async function serve() {
  buildWhenStale();
  const { requireSettings } = await import(new URL(`../${SETTINGS_CHECK}`, import.meta.url));
  await requireSettings(namesInFile);
  const { start } = await import(new URL(`../${ENTRY}`, import.meta.url));
  await start({ demo });
}

async function serveDevelopment() {
  const { createServer } = await import('vite');
  const vite = await createServer({ server: { middlewareMode: true }, appType: 'custom' });
  const { requireSettings } = await vite.ssrLoadModule('/app/settings-check.server.ts');
  await requireSettings(namesInFile);
  const { start } = await vite.ssrLoadModule('/server.ts');
  await start({ vite, demo });
}
