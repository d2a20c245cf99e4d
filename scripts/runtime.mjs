// Imported first by every script: continues in the Node that npm ci installed where the running one is too old,
// and ends a process that npm started and left behind. Whatever imports it is linked by the old Node too: it may
// not import packages statically.
import { spawn, spawnSync } from 'node:child_process';
import { existsSync, lstatSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { dirname, relative } from 'node:path';
import { fileURLToPath } from 'node:url';

const PARENT_CHECK_MS = 500;
/** Set for the process that continues, which ends with the one that waits for it. */
const PARENT_VARIABLE = 'PIPELINE_PARENT_PID';
const FORWARDED_SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP', 'SIGQUIT', 'SIGUSR2', 'SIGBREAK'];

const project = (path) => fileURLToPath(new URL(`../${path}`, import.meta.url));
const { engines, optionalDependencies = {} } = JSON.parse(
  readFileSync(project('package.json'), 'utf8'),
);
const [, required] = /^>=(\d+\.\d+)$/.exec(engines.node);

const onWindows = process.platform === 'win32';
const packageName = `node-${onWindows ? 'win' : process.platform}-${process.arch}`;
const packaged = project(`node_modules/${packageName}/bin/node${onWindows ? '.exe' : ''}`);
const link = project('node_modules/.bin/node');

/** npm before 11.7 makes no link for a package's command that is called node. */
const canContinue = (!existsSync(link) || !isRecent(process.version)) && isWorking(packaged);
if (canContinue) linkPackagedNode();
removeHeaders();
if (isRecent(process.version)) endWithParent();
else if (canContinue) await continueInPackagedNode();
else refuse();

function isRecent(version) {
  const [major, minor] = version.replace(/^v/, '').split('.').map(Number);
  const [leastMajor, leastMinor] = required.split('.').map(Number);
  return major > leastMajor || (major === leastMajor && minor >= leastMinor);
}

/** The packaged Node is there but does not run where the system has another C library. */
function isWorking(node) {
  if (!existsSync(node)) return false;
  const { status, stdout } = spawnSync(node, ['--version'], { encoding: 'utf8' });
  return status === 0 && isRecent(stdout.trim());
}

/** Lets later commands find the packaged Node at once. The packages may belong to another user: then nothing is linked. */
function linkPackagedNode() {
  if (onWindows || existsSync(link)) return;
  try {
    if (lstatSync(link, { throwIfNoEntry: false })) rmSync(link);
    symlinkSync(relative(dirname(link), packaged), link);
  } catch {
    // Each command continues in the packaged Node without it.
  }
}

/** 67 MB for compiling add-ons: nothing is compiled here, and npm never looks at them again. */
function removeHeaders() {
  const headers = project(`node_modules/${packageName}/include`);
  try {
    if (existsSync(headers)) rmSync(headers, { recursive: true });
  } catch {
    // The packages belong to another user, or another process was faster.
  }
}

/** Starts this command again in the packaged Node, passes signals on, and exits as it does. */
function continueInPackagedNode() {
  const child = spawn(packaged, [...process.execArgv, ...process.argv.slice(1)], {
    stdio: 'inherit',
    env: { ...process.env, [PARENT_VARIABLE]: String(process.pid) },
  });
  for (const signal of FORWARDED_SIGNALS) process.on(signal, () => child.kill(signal));
  endWithParent();
  child.on('exit', (code, signal) => {
    if (!signal) process.exit(code);
    process.removeAllListeners(signal);
    process.kill(process.pid, signal);
  });
  // Never settles: the importing script runs in the child alone.
  return new Promise(() => undefined);
}

function refuse() {
  const remedy =
    packageName in optionalDependencies && !existsSync(packaged)
      ? 'run npm ci, which brings one'
      : 'install a newer one from https://nodejs.org';
  console.error(`Node ${required} or later is needed, and this is ${process.version}: ${remedy}.`);
  process.exit(1);
}

/** npm that gets SIGTERM ends without passing it on: who was started by it sends it to itself. */
function endWithParent() {
  const expected = Number(process.env[PARENT_VARIABLE] ?? process.ppid);
  const isWatched = PARENT_VARIABLE in process.env || 'npm_lifecycle_event' in process.env;
  delete process.env[PARENT_VARIABLE];
  if (!isWatched || onWindows) return;
  if (process.ppid !== expected || wasLeftEarly()) process.kill(process.pid, 'SIGTERM');
  const timer = setInterval(() => {
    if (process.ppid === expected) return;
    clearInterval(timer);
    process.kill(process.pid, 'SIGTERM');
  }, PARENT_CHECK_MS);
  timer.unref();
}

/** True if npm ended before this process looked: its parent is then the system's first process, which in a container may be npm. */
function wasLeftEarly() {
  if (process.ppid !== 1) return false;
  try {
    return !/npm|yarn|bun|node|sh\b/.test(readFileSync('/proc/1/cmdline', 'utf8'));
  } catch {
    return true;
  }
}
