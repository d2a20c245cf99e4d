// npm run backup, restore, account: builds if needed, then runs the command.
import './runtime.mjs';
import { existsSync } from 'node:fs';
import { buildWhenStale } from './build.mjs';
import { describeProgram } from './version.mjs';

if (process.argv.includes('--version')) {
  console.log(describeProgram());
  process.exit();
}

if (existsSync('.env')) process.loadEnvFile('.env');
process.env.NODE_ENV ??= 'production';
try {
  buildWhenStale();
} catch (error) {
  console.error(error.message);
  process.exit(1);
}
await import(new URL(`../build/server/${process.argv[2]}.js`, import.meta.url));
