// Hostile requests and damaged files against the built server, and 300 clients that read nothing of each long answer:
// npm run fuzz [-- --requests 3000] [-- --files 100] [-- --seed 7]
import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';

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
const { status } = spawnSync(
  process.execPath,
  [
    'node_modules/vitest/vitest.mjs',
    'run',
    'tests/server/fuzz.test.ts',
    'tests/server/unread.test.ts',
    'tests/server/import-files.test.ts',
  ],
  {
    env: {
      ...process.env,
      FUZZ_REQUESTS: values.requests,
      IMPORT_FILES: values.files,
      FUZZ_SEED: values.seed,
      UNREAD_EACH: '300',
    },
    stdio: 'inherit',
  },
);
process.exit(status ?? 1);
