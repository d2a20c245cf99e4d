import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { freePort } from './running-server';

export const PROGRAM = 'node_modules/@flydotio/litestream-linux-x64/litestream';
const CONFIG = 'deploy/litestream.yml';

export interface Litestream {
  /** Where the standby is. */
  standby: string;
  pid(): number;
  /** Everything it has written so far. */
  log(): string;
  /** Copies this database from now on, by the configuration that we ship. */
  follow(database: string): void;
  /** Restores what that database was, or was at a moment, to a new file. */
  restore(to: string, at?: Date): Promise<void>;
  /** How often it began anew because it had lost its place in the log; 0 before its first copy. */
  generations(): number;
  /** SIGKILL: a crash. */
  kill(): Promise<void>;
  /** The same, and the standby goes away. */
  remove(): Promise<void>;
}

/** The program that keeps the standby, which is a folder here. There is one for Linux on x64 among our packages. */
export async function litestream(): Promise<Litestream> {
  const standby = mkdtempSync(join(tmpdir(), 'pipeline-standby-'));
  const address = `127.0.0.1:${await freePort()}`;
  let env: NodeJS.ProcessEnv;
  let running: ChildProcess | undefined;
  let written = '';
  const kill = async () => {
    if (!running || running.exitCode !== null || running.signalCode !== null) return;
    const exited = once(running, 'exit');
    running.kill('SIGKILL');
    await exited;
  };
  return {
    standby,
    pid: () => running!.pid!,
    log: () => written,
    follow(database) {
      env = {
        ...process.env,
        STANDBY_DATABASE: database,
        STANDBY_URL: `file://${standby}`,
        STANDBY_ADDRESS: address,
      };
      running = spawn(PROGRAM, ['replicate', '-config', CONFIG], { env });
      for (const output of [running.stdout!, running.stderr!])
        output.setEncoding('utf8').on('data', (text: string) => (written += text));
    },
    async restore(to, at) {
      const moment = at ? ['-timestamp', at.toISOString()] : [];
      const args = ['restore', '-config', CONFIG, '-o', to, ...moment, env.STANDBY_DATABASE!];
      await promisify(execFile)(PROGRAM, args, { env, maxBuffer: 2 ** 26 });
    },
    generations: () => {
      const folder = join(standby, 'generations');
      return existsSync(folder) ? readdirSync(folder).length : 0;
    },
    kill,
    async remove() {
      await kill();
      rmSync(standby, { recursive: true, force: true });
    },
  };
}
