// npm run durability: the tests of crashes, load and volume with many rounds (tests/durability/rounds.ts), and a day in Firefox.
import './runtime.mjs';
import { spawnSync } from 'node:child_process';

const TESTS = [
  'tests/durability',
  ...['broken-off', 'login-flood', 'operations', 'lock', 'starts'].map(
    (name) => `tests/server/${name}.test.ts`,
  ),
  'tests/domain/dates.test.ts',
  'tests/domain/import/round-trip.test.ts',
  'tests/domain/operations/merge/property.test.ts',
  'tests/routes/import-api.test.ts',
];

process.env.DURABILITY = 'long';
for (const args of [
  ['scripts/tool.mjs', 'vitest', 'run', ...TESTS],
  ['scripts/e2e.mjs', '--project=firefox'],
]) {
  const { status } = spawnSync(process.execPath, args, { stdio: 'inherit' });
  if (status !== 0) process.exit(status ?? 1);
}
