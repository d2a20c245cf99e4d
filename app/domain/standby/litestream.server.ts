import { type ChildProcess, execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';

/** Versions cannot read each other's copies. */
const LITESTREAM_VERSION = '0.3.13';
const PACKAGED_PATH = 'node_modules/@flydotio/litestream-linux-x64/litestream';
/** Litestream prints a line for each file. */
const MAX_OUTPUT_CHARS = 2 ** 26;

export interface Generation {
  name: string;
  start: Date;
  end: Date;
}

/** Folder, or URL for `deploy/litestream-remote.yml`. */
export type CopySource = { path: string } | { url: string };

const runningProcesses = new Set<ChildProcess>();

/** Kills Litestream, so that nothing is written after the command stops. */
export function stopLitestream(): void {
  for (const child of runningProcesses) child.kill('SIGKILL');
}

export interface Litestream {
  listGenerations(): Promise<Generation[]>;
  restore(output: string, generation: string, at?: Date): Promise<void>;
}

export async function openLitestream(
  source: CopySource,
  folder: string,
  writeNewFile: (path: string, content: string) => void,
): Promise<Litestream> {
  const program = await findLitestream();
  const config = join(folder, 'litestream.yml');
  // Litestream needs a database to report how far the copies lag.
  const database = join(folder, 'empty.db');
  writeNewFile(database, '');
  writeNewFile(config, createConfig(database, source));
  const common = ['-config', config, '-no-expand-env'];
  return {
    async listGenerations() {
      const { out, err } = await runLitestream(program, ['generations', ...common, database]);
      if (/level=ERROR|ERROR/.test(err)) throw new Error(describeFailure(err));
      return parseGenerations(out);
    },
    async restore(output, generation, at) {
      const moment = at ? ['-timestamp', at.toISOString()] : [];
      const which = ['-generation', generation, ...moment, '-o', output];
      await runLitestream(program, ['restore', ...common, ...which, database]);
    },
  };
}

/** Writes JSON, which is valid YAML for any folder name. */
function createConfig(database: string, source: CopySource): string {
  const { STANDBY_ENDPOINT, STANDBY_REGION, STANDBY_KEY } = process.env;
  const remote = {
    endpoint: STANDBY_ENDPOINT,
    region: STANDBY_REGION,
    'key-path': STANDBY_KEY,
  };
  const replica = 'url' in source ? { ...source, ...remote } : source;
  return JSON.stringify({
    dbs: [{ path: database, replicas: [replica] }],
    // Otherwise errors are printed to the standard output.
    logging: { stderr: true },
  });
}

/** Parses name, generation, lag, start and end; a generation without copies starts in the year 1. */
function parseGenerations(table: string): Generation[] {
  return table
    .split('\n')
    .slice(1)
    .flatMap((line) => {
      const [, name, , start, end] = line.trim().split(/\s+/);
      return name && start && end ? [{ name, start: new Date(start), end: new Date(end) }] : [];
    })
    .filter(({ end }) => end.getTime() > 0);
}

async function findLitestream(): Promise<string> {
  const packaged = resolve(PACKAGED_PATH);
  const program = existsSync(packaged) ? packaged : 'litestream';
  const version = await runLitestream(program, ['version']).then(
    ({ out }) => out.trim().replace(/^v/, ''),
    () => undefined,
  );
  if (version === LITESTREAM_VERSION) return program;
  const found = version ? `, not ${version}` : '';
  throw new Error(
    `Litestream ${LITESTREAM_VERSION} is needed${found}: install it from https://github.com/benbjohnson/litestream/releases/tag/v${LITESTREAM_VERSION} (there is none for Windows), so that the command "litestream" is found; nothing was changed.`,
  );
}

function runLitestream(program: string, args: string[]): Promise<{ out: string; err: string }> {
  return new Promise((done, fail) => {
    const child = execFile(program, args, { maxBuffer: MAX_OUTPUT_CHARS }, (error, out, err) => {
      runningProcesses.delete(child);
      if (error) fail(new Error(describeFailure(err) || error.message, { cause: error }));
      else done({ out, err });
    });
    runningProcesses.add(child);
  });
}

function describeFailure(log: string): string {
  const last = log.trim().split('\n').at(-1) ?? '';
  const [, quoted] = /error="((?:\\.|[^"\\])*)"/.exec(last) ?? [];
  return (quoted ?? last).replaceAll('\\"', '"');
}
