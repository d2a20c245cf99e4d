// Runs the fuzz tests: hostile requests, damaged files, 300 clients that read nothing, every token, and a fund at all limits.
// npm run fuzz [-- --requests 3000] [-- --files 100] [-- --seed 7]
import './runtime.mjs';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { runScript, TOOLS } from './tools.mjs';

process.chdir(fileURLToPath(new URL('..', import.meta.url)));
const { values } = parseArgs({
  options: {
    requests: { type: 'string', default: '50000' },
    files: { type: 'string', default: '1000' },
    seed: { type: 'string', default: '1' },
  },
});
for (const [name, value] of Object.entries(values))
  if (!/^[1-9]\d*$/.test(value)) {
    console.error(`--${name} takes a number`);
    process.exit(1);
  }
Object.assign(process.env, {
  FUZZ_REQUESTS: values.requests,
  IMPORT_FILES: values.files,
  FUZZ_SEED: values.seed,
  UNREAD_EACH: '300',
  LIMITS: 'full',
  ACCESS: 'full',
});
await runScript(TOOLS.vitest, [
  'run',
  // Each measures memory and stalls, which the others would change.
  '--no-file-parallelism',
  'tests/server/fuzz.test.ts',
  'tests/server/access.test.ts',
  'tests/server/unread.test.ts',
  'tests/server/import-files.test.ts',
  'tests/limits/limits.test.ts',
  'tests/limits/merges.test.ts',
]);
