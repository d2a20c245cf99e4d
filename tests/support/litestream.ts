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
  standby: string;
  pid(): number;
  log(): string;
  follow(database: string): void;
  companies(): Promise<unknown[]>;
  /**
   * Number of series of copies; 0 before the first copy. A new one begins when its place in the log
   * is lost.
   */
  generations(): number;
  kill(): Promise<void>;
  remove(): Promise<void>;
}

/** Starts Litestream with a folder as its standby. Only Linux on x64 has a package. */
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
        // No copy exists yet.
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
