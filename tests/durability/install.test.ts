import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { type AddressInfo, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

/** Installs from the registry on a fresh machine without Python, compiler and git. */
const MACHINES = [
  { npm: '10.8.2', node: '20.19.5' },
  { npm: '11.6.4', node: '22.14.0' },
];
const CORE_TOOLS = ['sh', 'env', 'uname', 'cat', 'ls', 'mkdir', 'rm', 'cp', 'dirname', 'sed'];
const NOT_COPIED = ['node_modules', 'build', 'data', '.git', '.env', 'bench/.data'];
const TIMEOUT_MS = 900_000;
const NODE_PACKAGE = `node-linux-${process.arch}`;

function run(command: string, args: string[], options: { cwd: string; env?: NodeJS.ProcessEnv }) {
  const { status, stdout, stderr } = spawnSync(command, args, { ...options, encoding: 'utf8' });
  return { status, output: `${stdout}${stderr}` };
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  return port;
}

const isHealthy = (port: number) =>
  fetch(`http://127.0.0.1:${port}/healthz`).then(
    ({ ok }) => ok,
    () => false,
  );

describe.skipIf(process.platform !== 'linux').each(MACHINES)(
  'a fresh machine with npm $npm on Node $node (rule 22.5)',
  (machine) => {
    let folder: string;
    let project: string;
    let env: NodeJS.ProcessEnv;

    beforeAll(() => {
      folder = mkdtempSync(join(tmpdir(), 'pipeline-install-'));
      project = join(folder, 'project');
      cpSync('.', project, {
        recursive: true,
        filter: (path) => !NOT_COPIED.some((name) => resolve(path) === resolve(name)),
      });
      env = { ...process.env, PATH: join(folder, 'bin') };
      // Removes variables that the npm running this test sets for its scripts.
      for (const name of Object.keys(env))
        if (/^(npm_(?!config_registry)|VITEST|NODE_OPTIONS|NODE_ENV|INIT_CWD)/.test(name))
          Reflect.deleteProperty(env, name);
      // Hides the npm settings of the current user, except the registry.
      env.npm_config_userconfig = join(folder, 'npmrc');
      const { output } = run('npm', ['config', 'get', 'registry'], { cwd: folder });
      writeFileSync(env.npm_config_userconfig, `registry=${/^https?:.*$/m.exec(output)![0]}\n`);
      const tools = [`npm@${machine.npm}`, `${NODE_PACKAGE}@${machine.node}`];
      const got = run('npm', ['install', '--prefix', folder, '--ignore-scripts', ...tools], {
        cwd: folder,
      });
      expect(got.status, got.output).toBe(0);
      linkTools();
    }, TIMEOUT_MS);
    afterAll(() => rmSync(folder, { recursive: true }));

    function linkTools(): void {
      const bin = join(folder, 'bin');
      mkdirSync(bin);
      const directories = process.env.PATH!.split(':');
      for (const tool of CORE_TOOLS)
        symlinkSync(
          directories.map((name) => join(name, tool)).find((path) => existsSync(path))!,
          join(bin, tool),
        );
      symlinkSync(join(folder, 'node_modules', NODE_PACKAGE, 'bin/node'), join(bin, 'node'));
      const npm = join(folder, 'node_modules/npm/bin/npm-cli.js');
      writeFileSync(join(bin, 'npm'), `#!/bin/sh\nexec node "${npm}" "$@"\n`);
      chmodSync(join(bin, 'npm'), 0o755);
    }

    test(
      'npm installs without an unexplained warning',
      () => {
        const { status, output } = run('npm', ['ci'], { cwd: project, env });
        expect(status, output).toBe(0);
        const warnings = output.split('\n').filter((line) => /npm (warn|error)/i.test(line));
        expect(warnings.filter((line) => !line.includes('EBADENGINE'))).toEqual([]);
        expect(readdirSync(join(project, 'node_modules')).length).toBeGreaterThan(400);
      },
      TIMEOUT_MS,
    );

    test(
      'the server starts, and stops when npm gets SIGTERM',
      async () => {
        const port = await freePort();
        const npm = spawn('npm', ['start'], {
          cwd: project,
          env: { ...env, PORT: String(port), DATABASE_URL: `file:${join(folder, 'data/test.db')}` },
          stdio: 'ignore',
        });
        await expect.poll(() => isHealthy(port), { timeout: TIMEOUT_MS / 2 }).toBe(true);
        npm.kill('SIGTERM');
        await expect.poll(() => isHealthy(port), { timeout: 20_000 }).toBe(false);
        await pause(1_000);
        // Closing the last connection in order removes the log.
        expect(existsSync(join(folder, 'data/test.db-wal'))).toBe(false);
      },
      TIMEOUT_MS,
    );

    test(
      'npm test passes its first step',
      () => {
        const { status, output } = run('npm', ['run', 'check'], { cwd: project, env });
        expect(status, output).toBe(0);
      },
      TIMEOUT_MS,
    );
  },
);
