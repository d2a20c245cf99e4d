// Stand-ins for the programs of a Linux machine that blocks of docs/operations.md call and that a test must not really use.
// The first argument is the program's name. MACHINE is the folder that takes the place of `/`.
import { spawn, spawnSync } from 'node:child_process';
import { cpSync, existsSync, openSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { parseEnv } from 'node:util';

const [program, ...args] = process.argv.slice(2);
const root = process.env.MACHINE;
const REPLACED_PATHS = /(?<![\w.])\/(opt|etc|var\/lib|mnt|root)\b/g;
const replacePaths = (text) => text.replaceAll(REPLACED_PATHS, `${root}/$1`);

const programs = { chown, docker, install, journalctl, npm, scp, systemctl, useradd };
process.exitCode = await programs[program](...args);

async function systemctl(verb, ...rest) {
  const units = rest.filter((argument) => !argument.startsWith('-'));
  for (const unit of units) {
    if (['stop', 'restart', 'disable'].includes(verb)) await stop(unit);
    const isInstalled = existsSync(join(root, 'etc/systemd/system', `${unit}.service`));
    if (['start', 'restart', 'enable'].includes(verb) && isInstalled) startUnit(unit);
  }
  return 0;
}

function startUnit(unit) {
  const settings = readUnit(unit);
  const [command, ...options] = replacePaths(settings.get('ExecStart')[0]).split(' ');
  const files = (settings.get('EnvironmentFile') ?? [])
    .map((path) => replacePaths(path.replace(/^-/, '')))
    .filter((path) => existsSync(path));
  const environment = {
    ...parseEnv((settings.get('Environment') ?? []).join(' ').replaceAll(' ', '\n')),
    ...Object.assign({}, ...files.map((path) => parseEnv(readFileSync(path, 'utf8')))),
  };
  const values = Object.entries(environment).map(([name, value]) => [name, replacePaths(value)]);
  start(unit, [command, ...options], {
    cwd: replacePaths(settings.get('WorkingDirectory')[0]),
    env: Object.fromEntries(values),
  });
}

/** Maps each key of a unit file to its values. */
function readUnit(unit) {
  const settings = new Map();
  const text = readFileSync(join(root, 'etc/systemd/system', `${unit}.service`), 'utf8');
  for (const line of text.split('\n')) {
    const [, key, value] = /^(\w+)=(.*)$/.exec(line) ?? [];
    if (key) settings.set(key, [...(settings.get(key) ?? []), value]);
  }
  return settings;
}

function start(name, [command, ...options], { cwd, env }) {
  if (existsSync(pidFile(name))) return;
  const log = openSync(logFile(name), 'a');
  const child = spawn(command, options, {
    cwd,
    env: { ...process.env, ...env },
    detached: true,
    stdio: ['ignore', log, log],
  });
  child.unref();
  writeFileSync(pidFile(name), String(child.pid));
}

async function stop(name) {
  if (!existsSync(pidFile(name))) return;
  const pid = Number(readFileSync(pidFile(name), 'utf8'));
  const signal = (kind) => {
    try {
      return process.kill(pid, kind);
    } catch {
      return false;
    }
  };
  signal('SIGTERM');
  while (signal(0)) await new Promise((resolve) => setTimeout(resolve, 20));
  rmSync(pidFile(name));
}

function pidFile(name) {
  return join(root, 'run', name);
}

function logFile(name) {
  return join(root, 'var/log', name);
}

function journalctl(...options) {
  const unit = options[options.indexOf('-u') + 1];
  process.stdout.write(readFileSync(logFile(unit), 'utf8'));
  return 0;
}

function useradd() {
  return 0;
}

/** The test's user owns everything on this machine. */
function chown() {
  return 0;
}

/** Leaves owner and group out: the test's user owns everything on this machine. */
function install(...options) {
  const isOwner = (option) => option === '-o' || option === '-g';
  const kept = options.filter((option, n) => !isOwner(option) && !isOwner(options[n - 1]));
  return spawnSync('/usr/bin/install', kept, { stdio: 'inherit' }).status;
}

/** Copies to the machine whose folder is NEW_MACHINE, on which settings name the paths that they name here. */
function scp(...files) {
  const other = process.env.NEW_MACHINE;
  const target = files
    .pop()
    .replace(/^\w+@[\w.-]+:/, '')
    .replace(root, other);
  for (const file of files) {
    const copy = join(target, basename(file));
    cpSync(file, copy);
    if (file.endsWith('.env'))
      writeFileSync(copy, readFileSync(copy, 'utf8').replaceAll(root, other));
  }
  return 0;
}

/** The release's packages and build are in place; everything else is npm's own. */
function npm(...options) {
  if (['ci', 'prune'].includes(options[0]) || options.join(' ') === 'run build') return 0;
  const run = ['npm', ...options];
  const env = { PATH: process.env.REAL_PATH };
  if (options[0] === 'start') {
    start('npm', run, { cwd: process.cwd(), env });
    return 0;
  }
  return spawnSync(run[0], run.slice(1), { stdio: 'inherit', env: { ...process.env, ...env } })
    .status;
}

/** Runs what `docker compose` would run in containers, with the environment that compose.yaml gives. */
async function docker(compose, verb, ...rest) {
  if (compose !== 'compose') throw new Error(`No stand-in for docker ${compose}.`);
  const words = rest.filter((word) => !/^(-d|-T|--rm|--build)$/.test(word));
  const settings = existsSync('.env') ? parseEnv(readFileSync('.env', 'utf8')) : {};
  const services = settings.COMPOSE_PROFILES === 'standby' ? ['app', 'standby'] : ['app'];
  switch (verb) {
    case 'build':
      return 0;
    case 'up':
    case 'start':
      for (const service of services) await startService(service, settings);
      return 0;
    case 'stop':
      for (const service of words.length ? words : services) await stop(service);
      return 0;
    case 'logs':
      process.stdout.write(readFileSync(logFile(words[0]), 'utf8'));
      return 0;
    case 'cp':
      copyFromVolume(...words);
      return 0;
    case 'exec':
    case 'run':
      return runInService(words, settings);
    default:
      throw new Error(`No stand-in for docker compose ${verb}.`);
  }
}

async function startService(service, settings) {
  await stop(service);
  const command = service === 'app' ? ['node', 'scripts/start.mjs'] : ['sh', 'deploy/standby.sh'];
  start(service, command, { cwd: process.cwd(), env: serviceEnvironment(service, settings) });
}

function runInService([service, ...command], settings) {
  const [name, ...options] = command.map((word) => inVolume(word, settings));
  const env = { ...process.env, ...serviceEnvironment(service, settings) };
  return spawnSync(name, options, { stdio: 'inherit', env }).status;
}

/** Reads a service's `environment` from compose.yaml, as docker fills it from `.env`. */
function serviceEnvironment(service, settings) {
  const [, text] = new RegExp(`^ {2}${service}:\\n([^]*?)(?=^ {2}\\w|^\\w)`, 'm').exec(
    readFileSync('compose.yaml', 'utf8'),
  );
  const [, lines] = /^ {4}environment:\n((?: {6}.*\n)+)/m.exec(text);
  const pairs = [...lines.matchAll(/^ {6}(\w+): '?(.*?)'?$/gm)].map(([, name, value]) => [
    name,
    inVolume(interpolate(value, settings), settings),
  ]);
  return {
    ...settings,
    ...Object.fromEntries(pairs),
    HOST: '127.0.0.1',
    PORT: process.env.PORT,
    STANDBY_DIR: settings.STANDBY_DIR ?? '',
  };
}

/** Handles `${NAME}`, `${NAME:?text}`, `${NAME:-default}` and `${NAME:+word}`. */
function interpolate(text, settings) {
  return text.replaceAll(/\$\{(\w+)(?::([?+-])([^}]*))?\}/g, (_, name, sign, word) => {
    const value = settings[name] ?? '';
    if (sign === '+') return value && word;
    return value || (sign === '-' ? word : '');
  });
}

/** Replaces the paths of a container's volumes. */
function inVolume(text, settings) {
  return text
    .replaceAll(/(?<![\w.])\/data\b/g, join(root, 'data'))
    .replaceAll(/(?<![\w.])\/standby\b/g, settings.STANDBY_DIR ?? '/standby');
}

function copyFromVolume(from, to) {
  const source = from.replace(/^app:\/data/, join(root, 'data'));
  const target = to === '.' ? join(to, basename(source)) : to;
  cpSync(source, target, { recursive: true });
}
