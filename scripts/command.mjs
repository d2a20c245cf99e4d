// npm run backup, restore, account, damaged-texts: builds where the sources are newer than the build, then runs the command in this very process.
import { existsSync } from 'node:fs';
import { buildWhenStale } from './build.mjs';

if (existsSync('.env')) process.loadEnvFile('.env');
process.env.NODE_ENV ??= 'production';
buildWhenStale();
await import(new URL(`../build/server/${process.argv[2]}.js`, import.meta.url));
