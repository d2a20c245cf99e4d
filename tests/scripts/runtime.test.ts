import { spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  chmodSync,
  cpSync,
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';

const PACKAGE = `node-${process.platform}-${process.arch}`;
const NODE = `node_modules/${PACKAGE}/bin/node`;
const LINK = 'node_modules/.bin/node';

/** Records its version and signals in `log`, and ends as its first argument says. */
const SCRIPT = `
import './scripts/runtime.mjs';
import { appendFileSync } from 'node:fs';
const log = (text) => appendFileSync('log', text + '\\n');
const [how, ...args] = process.argv.slice(2);
process.on('SIGTERM', () => { log('SIGTERM'); process.exit(7); });
log(process.version + ' ' + process.pid);
if (how === 'exit') { console.log(args.join('|')); process.exit(5); }
if (how === 'die') process.kill(process.pid, 'SIGKILL');
setInterval(() => undefined, 1000);
`;

let project: string;
const started = new Set<number>();
beforeEach(() => {
  project = mkdtempSync(join(tmpdir(), 'pipeline-runtime-'));
  mkdirSync(join(project, 'node_modules/.bin'), { recursive: true });
  cpSync('scripts/runtime.mjs', join(project, 'scripts/runtime.mjs'));
  writeFileSync(join(project, 'script.mjs'), SCRIPT);
  requireNode('99.0');
});
afterEach(() => {
  for (const pid of started) if (isRunning(pid)) process.kill(pid, 'SIGKILL');
  started.clear();
  rmSync(project, { recursive: true });
});

function requireNode(version: string): void {
  writeFileSync(
    join(project, 'package.json'),
    JSON.stringify({
      engines: { node: `>=${version}` },
      optionalDependencies: { [PACKAGE]: '99.0.0' },
    }),
  );
}

/** A packaged Node that is recent enough for any project. */
function installNode(): void {
  mkdirSync(join(project, NODE, '..'), { recursive: true });
  const disguise =
    "data:text/javascript,Object.defineProperty(process,'version',{value:'v99.0.0'})";
  const launch = `[ "$1" = --version ] && exec echo v99.0.0\nexec "${process.execPath}" --import "${disguise}" "$@"`;
  writeFileSync(join(project, NODE), `#!/bin/sh\n${launch}\n`);
  chmodSync(join(project, NODE), 0o755);
}

function launch(args: string[], env: Record<string, string | undefined> = {}) {
  return run(process.execPath, ['script.mjs', ...args], env);
}

function run(file: string, args: string[], env: Record<string, string | undefined> = {}) {
  const child = spawn(file, args, {
    cwd: project,
    env: { ...process.env, npm_lifecycle_event: undefined, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  started.add(child.pid!);
  let out = '';
  let err = '';
  child.stdout.on('data', (text) => (out += String(text)));
  child.stderr.on('data', (text) => (err += String(text)));
  const ended = once(child, 'close').then(([status, signal]) => ({ status, signal, out, err }));
  return { child, ended };
}

const log = () =>
  existsSync(join(project, 'log')) ? readFileSync(join(project, 'log'), 'utf8') : '';

/** Waits until the script runs. Returns its process id. */
async function scriptPid(): Promise<number> {
  await expect.poll(log, { timeout: 30_000 }).toMatch(/^v\S+ \d+\n/);
  const pid = Number(/ (\d+)/.exec(log())![1]);
  started.add(pid);
  return pid;
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}

describe.skipIf(process.platform === 'win32')('an old Node (rule 22.5)', () => {
  test('the packaged Node keeps arguments, output and exit code', async () => {
    installNode();
    const { ended } = launch(['exit', 'a b', '--c']);
    expect(await ended).toEqual({ status: 5, signal: null, out: 'a b|--c\n', err: '' });
    expect(log()).toMatch(/^v99\.0\.0 /);
  });

  test('an old Node links the packaged Node for later commands', async () => {
    installNode();
    await launch(['exit']).ended;
    expect(readlinkSync(join(project, LINK))).toBe(`../${PACKAGE}/bin/node`);
  });

  test('an old Node replaces a dangling link', async () => {
    installNode();
    symlinkSync('../gone/bin/node', join(project, LINK));
    await launch(['exit']).ended;
    expect(readlinkSync(join(project, LINK))).toBe(`../${PACKAGE}/bin/node`);
  });

  test('an old Node continues where no link can be made', async () => {
    installNode();
    rmSync(join(project, 'node_modules/.bin'), { recursive: true });
    const { ended } = launch(['exit']);
    expect(await ended).toEqual({ status: 5, signal: null, out: '\n', err: '' });
  });

  test('an old Node passes signals on and exits like the packaged', async () => {
    installNode();
    const { child, ended } = launch(['wait']);
    await scriptPid();
    child.kill('SIGTERM');
    expect(await ended).toMatchObject({ status: 7, signal: null });
    expect(log()).toMatch(/SIGTERM\n$/);
  });

  test('an old Node ends by the signal that ended the packaged one', async () => {
    installNode();
    expect(await launch(['die']).ended).toMatchObject({ status: null, signal: 'SIGKILL' });
  });

  test('a killed old Node stops the packaged Node', async () => {
    installNode();
    const { child } = launch(['wait']);
    await scriptPid();
    child.kill('SIGKILL');
    await expect.poll(log, { timeout: 10_000 }).toMatch(/SIGTERM\n$/);
  });

  test('an old Node without a packaged one refuses in one sentence', async () => {
    const { status, out, err } = await launch(['exit']).ended;
    expect({ status, out }).toEqual({ status: 1, out: '' });
    expect(err).toBe(
      `Node 99.0 or later is needed, and this is ${process.version}: run npm ci, which brings one.\n`,
    );
  });

  test('an old Node refuses if the packaged Node does not run', async () => {
    installNode();
    writeFileSync(join(project, NODE), 'for another C library');
    const { status, err } = await launch(['exit']).ended;
    expect({ status, err }).toEqual({
      status: 1,
      err: `Node 99.0 or later is needed, and this is ${process.version}: install a newer one from https://nodejs.org.\n`,
    });
    expect(lstatSync(join(project, LINK), { throwIfNoEntry: false })).toBeUndefined();
  });
});

describe.skipIf(process.platform === 'win32')('a recent Node (rule 22.5)', () => {
  test('a recent Node runs the script and links the packaged Node', async () => {
    installNode();
    requireNode('22.14');
    const { child, ended } = launch(['exit']);
    expect(await ended).toMatchObject({ status: 5, err: '' });
    expect(log()).toBe(`${process.version} ${child.pid}\n`);
    expect(existsSync(join(project, LINK))).toBe(true);
  });

  test('the first command removes what nobody reads', async () => {
    installNode();
    requireNode('22.14');
    const unused = [
      'include/node/node.h',
      '../better-sqlite3/deps/sqlite3/sqlite3.c',
      '../some/dist/index.js.map',
    ];
    const used = ['bin/node', '../better-sqlite3/prebuilds/linux-x64.node'];
    const getPath = (path: string) => join(project, 'node_modules', PACKAGE, path);
    for (const path of [...unused, ...used.slice(1)]) {
      mkdirSync(dirname(getPath(path)), { recursive: true });
      writeFileSync(getPath(path), '');
    }
    await launch(['exit']).ended;
    const isThere = (path: string) => existsSync(getPath(path));
    expect([...unused, ...used].filter(isThere)).toEqual(used);
  });
});

/** Ends on SIGTERM, as npm does, without telling the process that it started. */
describe.skipIf(process.platform === 'win32')('a parent that ends (rule 22.6)', () => {
  const PARENT = `"${process.execPath}" script.mjs wait & wait`;

  test.each([
    ['a recent Node', '22.14'],
    ['the packaged Node', '99.0'],
  ])("the parent's end stops %s that npm started", async (_name, required) => {
    installNode();
    requireNode(required);
    const { child } = run('sh', ['-c', PARENT], { npm_lifecycle_event: 'start' });
    await scriptPid();
    child.kill('SIGTERM');
    await expect.poll(log, { timeout: 10_000 }).toMatch(/SIGTERM\n$/);
  });

  test('a process that npm did not start keeps running', async () => {
    requireNode('22.14');
    const { child } = run('sh', ['-c', PARENT]);
    const pid = await scriptPid();
    child.kill('SIGTERM');
    await once(child, 'exit');
    await pause(1_500);
    expect(isRunning(pid)).toBe(true);
    expect(log()).not.toContain('SIGTERM');
  });
});

describe('scripts (rule 22.5)', () => {
  const DEFINITIONS = [
    'browsers.mjs',
    'build.mjs',
    'env-file.mjs',
    'runtime.mjs',
    'tools.mjs',
    'version.mjs',
  ];
  const names = readdirSync('scripts').filter((name) => name.endsWith('.mjs'));
  const { scripts } = JSON.parse(readFileSync('package.json', 'utf8')) as {
    scripts: Record<string, string>;
  };
  const imports = (name: string) =>
    [...readFileSync(resolve('scripts', name), 'utf8').matchAll(/^import .*?'(.+)';/gm)].map(
      ([, source]) => source!,
    );

  test('scripts import the Node check before anything else', () => {
    const others = names.filter((name) => !DEFINITIONS.includes(name));
    expect(others.length).toBeGreaterThan(5);
    expect(others.filter((name) => imports(name)[0] !== './runtime.mjs')).toEqual([]);
  });

  test('scripts import packages only after the Node check', () => {
    const packages = names.flatMap(imports).filter((source) => !/^(node:|\.\/)/.test(source));
    expect(packages).toEqual([]);
  });

  test('every npm script runs one of these scripts', () => {
    const commands = Object.values(scripts).flatMap((script) => script.split(' && '));
    const tools = commands.filter(
      (command) => !/^([A-Z_]+=\S+ )*node (--\S+ )*scripts\/\w+\.mjs\b|^npm run \w+$/.test(command),
    );
    expect(tools).toEqual([]);
  });
});
