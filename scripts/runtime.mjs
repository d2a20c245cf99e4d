// Imported first by every script: continues in the Node that npm ci installed if the running one is
// too old, and ends a process that npm left behind. Old Node links its importers, too, so they
// import no packages statically.
import { spawn, spawnSync } from 'node:child_process';
import { existsSync, lstatSync, readdirSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';

const PARENT_CHECK_MS = 500;
/** Names the waiting process to the one that continues and ends with it. */
const PARENT_VARIABLE = 'PIPELINE_PARENT_PID';
const FORWARDED_SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP', 'SIGQUIT', 'SIGUSR2', 'SIGBREAK'];

const resolveInProject = (path) => fileURLToPath(new URL(`../${path}`, import.meta.url));
const { engines, optionalDependencies = {} } = JSON.parse(
  readFileSync(resolveInProject('package.json'), 'utf8'),
);
const [, required] = /^>=(\d+\.\d+)$/.exec(engines.node);

const onWindows = process.platform === 'win32';
const packageName = `node-${onWindows ? 'win' : process.platform}-${process.arch}`;
const packaged = resolveInProject(`node_modules/${packageName}/bin/node${onWindows ? '.exe' : ''}`);
const link = resolveInProject('node_modules/.bin/node');
const UNUSED_PATHS = [`${packageName}/include`, 'better-sqlite3/deps', 'exceljs/dist'];

/** npm before 11.7 does not link a command called node. */
const canContinue = (!existsSync(link) || !isRecent(process.version)) && isWorking(packaged);
if (canContinue) linkPackagedNode();
removeUnusedFiles();
if (isRecent(process.version)) endWithParent();
else if (canContinue) await continueInPackagedNode();
else exitWithAdvice();

function isRecent(version) {
  const [major, minor] = version.replace(/^v/, '').split('.').map(Number);
  const [leastMajor, leastMinor] = required.split('.').map(Number);
  return major > leastMajor || (major === leastMajor && minor >= leastMinor);
}

/** The packaged Node may exist and fail to run with another C library. */
function isWorking(node) {
  if (!existsSync(node)) return false;
  const { status, stdout } = spawnSync(node, ['--version'], { encoding: 'utf8' });
  return status === 0 && isRecent(stdout.trim());
}

/**
 * Lets later commands find the packaged Node at once. Links nothing if another user owns the
 * packages.
 */
function linkPackagedNode() {
  if (onWindows || existsSync(link)) return;
  try {
    if (lstatSync(link, { throwIfNoEntry: false })) rmSync(link);
    symlinkSync(relative(dirname(link), packaged), link);
  } catch {
    // Commands continue in the packaged Node also without the link.
  }
}

/**
 * Frees 140 MB at the first command: headers and sources for compilers, bundles for browsers, and
 * source maps. Nothing is compiled here, and the product's own build makes what browsers get.
 */
function removeUnusedFiles() {
  const packages = resolveInProject('node_modules');
  const paths = UNUSED_PATHS.map((path) => join(packages, path));
  if (!paths.some((path) => existsSync(path))) return;
  try {
    for (const name of readdirSync(packages, { recursive: true }))
      if (name.endsWith('.map')) rmSync(join(packages, name), { force: true });
    for (const path of paths) rmSync(path, { recursive: true, force: true });
  } catch {
    // The packages belong to another user, or another process was faster.
  }
}

/** Restarts this command in the packaged Node, forwards signals, and exits as it does. */
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
  // Never settles, because the importing script runs in the child alone.
  return new Promise(() => undefined);
}

function exitWithAdvice() {
  const remedy =
    packageName in optionalDependencies && !existsSync(packaged)
      ? 'run npm ci, which brings one'
      : 'install a newer one from https://nodejs.org';
  console.error(`Node ${required} or later is needed, and this is ${process.version}: ${remedy}.`);
  process.exit(1);
}

/** npm does not forward SIGTERM, so a process started by npm sends it to itself when npm ends. */
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

/**
 * Returns whether npm ended before this process looked: its parent is then the system's first
 * process, which in a container may be npm itself.
 */
function wasLeftEarly() {
  if (process.ppid !== 1) return false;
  try {
    return !/npm|yarn|bun|node|sh\b/.test(readFileSync('/proc/1/cmdline', 'utf8'));
  } catch {
    return true;
  }
}
