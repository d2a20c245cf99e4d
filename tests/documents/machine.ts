import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process';
import {
  chmodSync,
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join, resolve } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { findFreePort } from '../support/running-server';

const STAND_INS = [
  'chown',
  'docker',
  'install',
  'journalctl',
  'npm',
  'scp',
  'systemctl',
  'useradd',
];
/** Folders of a machine that blocks name, each of which a scratch folder replaces. */
const REPLACED_PATHS = /(?<![\w.$}])\/(opt|etc|var\/lib|mnt|root)\b/g;
const RELEASE_FILES = ['package.json', 'package-lock.json', '.npmrc', 'compose.yaml', 'scripts'];
const STOP_TIMEOUT_MS = 15_000;

export interface Machine {
  /** The scratch folder that takes the place of `/`. */
  root: string;
  /** The address of the server on this machine, as `PORT` sets it. */
  base: string;
  /** Runs a block in the release's folder, as a shell does that stops at the first failing line. */
  run(block: string, names?: Record<string, string>): Promise<{ code: number; output: string }>;
  /** Unpacks a release into a folder such as `/opt/deal-pipeline`. */
  unpackRelease(folder: string, options?: { isNewer?: boolean }): void;
  waitUntilServing(): Promise<void>;
  /** Ends every process of the machine at once, as a power failure does. */
  powerOff(): Promise<void>;
  remove(): Promise<void>;
}

export const ADMIN = { email: 'admin@fund.example', password: 'a-password-of-2026' };

/** Creates a scratch machine. `peer` is the machine that `scp` copies to. */
export async function createMachine(peer?: Machine): Promise<Machine> {
  const root = mkdtempSync(join(tmpdir(), 'pipeline-machine-'));
  const port = await findFreePort();
  const bin = join(root, 'bin');
  for (const folder of [
    'bin',
    'opt',
    'etc/systemd/system',
    'var/lib',
    'mnt',
    'root',
    'run',
    'var/log',
    'data',
  ])
    mkdirSync(join(root, folder), { recursive: true });
  for (const name of STAND_INS) {
    const script = resolve('tests/documents/stand-ins.mjs');
    writeFileSync(join(bin, name), `#!/bin/sh\nexec ${process.execPath} ${script} ${name} "$@"\n`);
    chmodSync(join(bin, name), 0o755);
  }
  const env: NodeJS.ProcessEnv = {
    ...machineIndependent(process.env),
    MACHINE: root,
    NEW_MACHINE: peer?.root ?? root,
    PATH: [bin, process.env.PATH].join(delimiter),
    REAL_PATH: process.env.PATH,
    PORT: String(port),
    NODE_ENV: 'production',
    BCRYPT_COST: '4',
    ADMIN_EMAIL: ADMIN.email,
    ADMIN_PASSWORD: ADMIN.password,
  };
  const base = `http://127.0.0.1:${port}`;

  const machine: Machine = {
    root,
    base,
    async run(block, names = {}) {
      let script = block;
      for (const [name, value] of Object.entries(names)) script = script.replaceAll(name, value);
      script = script.replaceAll(REPLACED_PATHS, `${root}/$1`);
      const cwd = join(root, 'opt/deal-pipeline');
      const child: ChildProcessWithoutNullStreams = spawn('sh', ['-e'], { cwd, env });
      let output = '';
      for (const stream of [child.stdout, child.stderr])
        stream.setEncoding('utf8').on('data', (text: string) => (output += text));
      child.stdin.end(script);
      const code = await new Promise<number>((done) =>
        child.once('close', (status) => done(status ?? 1)),
      );
      return { code, output };
    },
    unpackRelease(folder, { isNewer = false } = {}) {
      const target = join(root, folder);
      for (const name of RELEASE_FILES) cpSync(name, join(target, name), { recursive: true });
      cpSync('build', join(target, 'build'), { recursive: true });
      cpSync('deploy', join(target, 'deploy'), { recursive: true });
      symlinkSync(resolve('node_modules'), join(target, 'node_modules'));
      for (const name of readdirSync(join(target, 'deploy'))) {
        const file = join(target, 'deploy', name);
        const text = readFileSync(file, 'utf8').replaceAll(REPLACED_PATHS, `${root}/$1`);
        writeFileSync(file, text);
      }
      if (isNewer) addMigration(join(target, 'build/server'));
    },
    async waitUntilServing() {
      for (const start = Date.now(); Date.now() - start < 30_000; await pause(50)) {
        const isServing = await fetch(`${base}/healthz`).then(
          ({ ok }) => ok,
          () => false,
        );
        if (isServing) return;
      }
      throw new Error(`The server on ${root} does not answer.`);
    },
    async powerOff() {
      for (const name of readdirSync(join(root, 'run'))) {
        await kill(Number(readFileSync(join(root, 'run', name), 'utf8')));
        rmSync(join(root, 'run', name));
      }
    },
    async remove() {
      await machine.powerOff();
      rmSync(root, { recursive: true, force: true });
    },
  };
  return machine;
}

/** Leaves out what a test run sets for the product, so that the blocks see the machine's settings alone. */
function machineIndependent(env: NodeJS.ProcessEnv): Partial<NodeJS.ProcessEnv> {
  const product =
    /^(npm_|VITEST|DATABASE_URL|BACKUP_|STANDBY_|APP_URL|SESSION_SECRET|NODE_OPTIONS)/;
  return Object.fromEntries(Object.entries(env).filter(([name]) => !product.test(name)));
}

/** Makes a build a newer release: one with one more migration. */
function addMigration(folder: string): void {
  const pattern = /(const migrations = [^;]+);/;
  const file = readdirSync(folder)
    .map((name) => join(folder, name))
    .find((name) => name.endsWith('.js') && pattern.test(readFileSync(name, 'utf8')));
  if (!file) throw new Error('No file of the build holds the migrations.');
  const source = readFileSync(file, 'utf8');
  const changed = source.replace(
    pattern,
    '$1.concat([["CREATE TABLE next_release (id integer)"]]);',
  );
  writeFileSync(file, changed);
}

async function kill(pid: number): Promise<void> {
  const signal = (name: NodeJS.Signals | 0) => {
    try {
      return process.kill(-pid, name);
    } catch {
      return false;
    }
  };
  signal('SIGKILL');
  for (const start = Date.now(); signal(0) && Date.now() - start < STOP_TIMEOUT_MS;)
    await pause(20);
}

export interface Section {
  title: string;
  /** Shell blocks in the order of the page. */
  blocks: string[];
}

/** Reads the sections of a Markdown page with their shell blocks. */
export function readSections(path: string): Section[] {
  const sections = readFileSync(path, 'utf8').split(/^#{2,3} /m);
  return sections.map((section) => ({
    title: section.slice(0, section.indexOf('\n')).trim(),
    blocks: [...section.matchAll(/^```sh\n([^]*?)^```$/gm)].map(([, block]) => block!),
  }));
}
