import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import SQLite from 'better-sqlite3';

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
  /** The companies of the deals in its latest copy. */
  companies(): Promise<unknown[]>;
  /** How often it began anew because it had lost its place in the log; 0 before its first copy. */
  generations(): number;
  /** SIGKILL: a crash. */
  kill(): Promise<void>;
  /** The same, and the standby goes away. */
  remove(): Promise<void>;
}

/** The program that keeps the standby, which is a folder here. There is one for Linux on x64 among our packages. */
export function startLitestream(): Litestream {
  const standby = mkdtempSync(join(tmpdir(), 'pipeline-standby-'));
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
      env = { ...process.env, STANDBY_DATABASE: database, STANDBY_DIR: standby };
      running = spawn(PROGRAM, ['replicate', '-config', CONFIG], { env });
      for (const output of [running.stdout!, running.stderr!])
        output.setEncoding('utf8').on('data', (text: string) => (written += text));
    },
    async companies() {
      const folder = mkdtempSync(join(tmpdir(), 'pipeline-copied-'));
      const to = join(folder, 'copied.db');
      try {
        const args = ['restore', '-config', CONFIG, '-o', to, env.STANDBY_DATABASE!];
        await promisify(execFile)(PROGRAM, args, { env, maxBuffer: 2 ** 26 });
        const connection = new SQLite(to, { readonly: true });
        const companies = connection.prepare('select company_name from pipelines').pluck().all();
        connection.close();
        return companies;
      } catch {
        // It has no copy yet.
        return [];
      } finally {
        rmSync(folder, { recursive: true });
      }
    },
    generations: () => {
      const folder = join(standby, 'database', 'generations');
      const names = existsSync(folder) ? readdirSync(folder) : [];
      return names.filter((name) =>
        existsSync(join(folder, name, 'snapshots', '00000000.snapshot.lz4')),
      ).length;
    },
    kill,
    async remove() {
      await kill();
      rmSync(standby, { recursive: true, force: true });
    },
  };
}
