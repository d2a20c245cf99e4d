// npm test: the checks beside the unit and server tests, which wait for much of their time, then the browser tests.
import './runtime.mjs';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { constants, setPriority } from 'node:os';
import { fileURLToPath } from 'node:url';
import { buildWhenStale } from './build.mjs';

process.chdir(fileURLToPath(new URL('..', import.meta.url)));

function start(...args) {
  return spawn(process.execPath, args, { stdio: 'inherit' });
}

async function succeeds(child) {
  const [code] = await once(child, 'exit');
  return code === 0;
}

/** Checks at a lower priority than the tests, some of which measure time. */
function startChecks() {
  const checks = start('scripts/check.mjs');
  setPriority(checks.pid, constants.priority.PRIORITY_BELOW_NORMAL);
  return checks;
}

const UNIT_TESTS = ['vitest', 'run', '--project', 'together', '--project', 'alone'];

const checks = startChecks();
// Building keeps one core busy.
buildWhenStale();
const outcomes = await Promise.all([
  succeeds(checks),
  succeeds(start('scripts/tool.mjs', ...UNIT_TESTS)),
]);
if (outcomes.includes(false)) process.exit(1);
process.exitCode = (await succeeds(start('scripts/e2e.mjs'))) ? 0 : 1;
