import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { copyFileSync, existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { promisify } from 'node:util';
import SQLite from 'better-sqlite3';
import { afterAll, describe, expect, test } from 'vitest';
import { signIn } from '../support/actors';
import { type Litestream, startLitestream } from '../support/litestream';
import { ADMIN, type RunningServer, startServer } from '../support/running-server';
import { hashBytes, postDeal, postFile, runRecover } from '../support/standby';
import { IS_LONG_RUN, ROUNDS } from './rounds';

/**
 * Loses the machine while people write: kills server and Litestream, throws the files away, and
 * restores the standby elsewhere. `npm run durability` uses as many deals as a fund has.
 */
const PEOPLE = 4;

const running: { server: RunningServer; copy: Litestream }[] = [];
afterAll(() =>
  Promise.all(running.map(({ server, copy }) => Promise.all([server.stop(), copy.remove()]))),
);

async function startWithStandby(deals: number) {
  const copy = startLitestream();
  const { dir, account } = await databaseWith(deals);
  const server = await startServer({
    dir,
    env: { STANDBY_DIR: copy.standby, MAX_DEAL_FILES_MB: '100000' },
  });
  running.push({ server, copy });
  const cookie = await signIn(server, account);
  return { server, copy, cookie, account };
}

async function databaseWith(deals: number) {
  const dir = mkdtempSync(join(tmpdir(), 'pipeline-server-'));
  if (!deals) return { dir, account: ADMIN };
  const { copyDatabase } = await import('../../bench/generate.mjs');
  const bench = await import('../../bench/servers.mjs');
  const { file, remove } = await copyDatabase(deals);
  copyFileSync(file, join(dir, 'test.db'));
  remove();
  return { dir, account: { email: bench.ADMIN, password: bench.PASSWORD } };
}

function backUp({ database, dir }: RunningServer): Promise<unknown> {
  const env = {
    ...process.env,
    DATABASE_URL: `file:${database}`,
    BACKUP_DIR: join(dir, 'backups'),
  };
  return promisify(execFile)(process.execPath, ['scripts/command.mjs', 'backup'], { env });
}

interface Written {
  company: string;
  at: number;
}

function addDeals(server: RunningServer, cookie: string, prefix: string) {
  const written: Written[] = [];
  let isStopped = false;
  const work = async (_: unknown, person: number) => {
    for (let n = 0; !isStopped; n++) {
      const company = `${prefix} ${person}-${n}`;
      const json = { companyName: company, industries: ['AI'], comments: 'c'.repeat(300) };
      const answer = await server.ask('POST', '/api/pipelines', { cookie, json });
      if (answer.status === 201) written.push({ company, at: Date.now() });
    }
  };
  const people = Promise.allSettled(Array.from({ length: PEOPLE }, work));
  const stop = async () => {
    isStopped = true;
    await people;
  };
  const reached = (count: number) =>
    expect.poll(() => written.length, { timeout: 30_000 }).toBeGreaterThan(count);
  return { written, stop, reached };
}

async function addFiles(server: RunningServer, cookie: string) {
  const deal = await postDeal(server, cookie, 'With files');
  const added: { sha256: string; at: number }[] = [];
  let isStopped = false;
  const work = async () => {
    while (!isStopped) {
      const bytes = randomBytes(Math.ceil(Math.random() ** 3 * 2_000_000) + 1);
      if ((await postFile(server, cookie, deal, { name: 'deck.pdf', bytes })) === 201)
        added.push({ sha256: hashBytes(bytes), at: Date.now() });
      await pause(50);
    }
  };
  const done = work().catch(() => undefined);
  const stop = async () => {
    isStopped = true;
    await done;
  };
  return { added, stop };
}

function companiesIn(database: string): Set<unknown> {
  const connection = new SQLite(database, { readonly: true });
  try {
    expect(connection.pragma('integrity_check', { simple: true })).toBe('ok');
    expect(connection.pragma('foreign_key_check')).toEqual([]);
    return new Set(connection.prepare('select company_name from pipelines').pluck().all());
  } finally {
    connection.close();
  }
}

async function destroy({ server, copy }: { server: RunningServer; copy: Litestream }) {
  const at = Date.now();
  await Promise.all([server.kill(), copy.kill()]);
  const own = join(dirname(server.database), `.${basename(server.database)}-litestream`);
  rmSync(own, { recursive: true });
  for (const end of ['', '-wal', '-shm', '.lock', '.files', '.standby'])
    rmSync(server.database + end, { recursive: true, force: true });
  expect(existsSync(server.database)).toBe(false);
  return at;
}

describe('a standby of a machine that dies (rules 22.1 and 22.2)', () => {
  test.each(ROUNDS.standbyDeals)(
    'a dying machine with %i deals loses at most a second',
    async (deals) => {
      const { server, copy, cookie, account } = await startWithStandby(deals);
      copy.follow(server.database);
      await expect.poll(() => copy.generations(), { timeout: 60_000 }).toBe(1);

      const files = await addFiles(server, cookie);
      const early = addDeals(server, cookie, 'Early');
      await early.reached(40);
      // Also runs a backup, and from 1,000 pages on the server's own checkpoints.
      await backUp(server);
      await early.stop();
      await pause(2_000);
      const yesterday = new Date();
      const late = addDeals(server, cookie, 'Late');
      await late.reached(40);
      await pause(1_000);

      const died = await destroy({ server, copy });
      await Promise.all([late.stop(), files.stop()]);
      const elsewhere = mkdtempSync(join(tmpdir(), 'pipeline-server-'));
      const recovered = await runRecover(join(elsewhere, 'test.db'), [copy.standby]);
      console.log(recovered.out, recovered.err);
      const replacement = await startServer({ dir: elsewhere });
      const answered = Date.now();
      running.push({ server: replacement, copy });
      const login = await replacement.ask('POST', '/api/auth/login', { json: account });
      expect(login.status).toBe(200);

      const found = companiesIn(replacement.database);
      const lost = [...early.written, ...late.written].filter(({ company }) => !found.has(company));
      const lostMs = Math.max(0, ...lost.map(({ at }) => died - at));
      const isWhole = ({ sha256 }: { sha256: string }) => {
        const path = join(`${replacement.database}.files`, sha256);
        return existsSync(path) && hashBytes(readFileSync(path)) === sha256;
      };
      const lostFiles = files.added.filter((file) => !isWhole(file));
      const lostFilesMs = Math.max(0, ...lostFiles.map(({ at }) => died - at));
      console.log(
        `${files.added.length} acknowledged files, ${lostFiles.length} lost, the oldest ${lostFilesMs} ms old`,
      );
      expect(lostFilesMs).toBeLessThan(1_000);
      console.log(
        `${deals} deals: ${early.written.length + late.written.length} acknowledged writes, ${lost.length} lost, the oldest ${lostMs} ms old; it answers after ${answered - died} ms`,
      );
      expect(lostMs).toBeLessThan(1_000);
      expect(answered - died).toBeLessThan(10_000);
      expect(copy.generations(), 'neither backup nor checkpoint broke the chain').toBe(1);

      const former = join(elsewhere, 'former.db');
      await runRecover(former, [copy.standby, '--at', yesterday.toISOString()]);
      const then = companiesIn(former);
      expect(early.written.filter(({ company }) => !then.has(company))).toEqual([]);
      expect(late.written.filter(({ company }) => then.has(company))).toEqual([]);
    },
    IS_LONG_RUN ? 600_000 : 60_000,
  );
});
