import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { LoadMeter } from '../limits/load';
import { type PeopledServer, SECRET, startPeopledServer } from '../support/actors';
import {
  createHostileRequest,
  type HostileRequest,
  listRequestBuilders,
} from '../support/hostile-request';
import { SEED } from '../support/hostile-values';
import { longestStall } from '../support/loop-samples';
import type { Answer } from '../support/running-server';
import { stallReaders } from '../support/stalled-clients';

/**
 * Sends repeatable hostile requests: FUZZ_REQUESTS of them (800) from FUZZ_SEED (1); `npm run fuzz`
 * sends 50,000. None may be answered 5xx, hang, end the process, delay others or touch another's
 * deal.
 */
const COUNT = Number(process.env.FUZZ_REQUESTS ?? 800);
const AT_ONCE = 8;
const STALLED = 12;
const DEALS = 300;
const CANARY = 777_000_777;
/** Processor time of one turn: far above the usual, and below a quadratic pattern. */
const MAX_STALL_MS = 1_000;
/** Answers slower than this are named beside a stall. */
const SLOW_MS = 1_000;
/** Resident memory at its highest. */
const MAX_MEMORY_MB = 500;
/** Memory in use at the end, without garbage: 68 after 800 requests, 75 and 120 after 50,000, with caches. */
const MAX_LIVE_MB = 200;

const FIELDS = [
  { name: 'Source', kind: 'text' },
  { name: 'Valuation', kind: 'money' },
  { name: 'Met', kind: 'day' },
  { name: 'Places', kind: 'choices', options: ['AI', 'Seed'] },
];

const folder = mkdtempSync(join(tmpdir(), 'pipeline-fuzz-'));
const eventLoopLog = join(folder, 'event-loop.log');
let server: PeopledServer;
beforeAll(async () => {
  server = await startPeopledServer({
    TRUST_PROXY: '1',
    NODE_OPTIONS: '--import ./tests/support/event-loop.mjs',
    EVENT_LOOP_LOG: eventLoopLog,
    // As the service and the image start it.
    MALLOC_ARENA_MAX: '2',
  });
  for (const json of FIELDS) {
    const added = await server.ask('POST', '/api/fields', { cookie: server.cookies.admin, json });
    expect(added.status).toBe(201);
  }
});
afterAll(async () => {
  await server.stop();
  rmSync(folder, { recursive: true });
});

test(
  `${COUNT.toLocaleString('en')} hostile requests cause no 5xx`,
  { timeout: 300_000 + COUNT * 100 },
  async () => {
    const pid = server.pid();
    addCanary();
    const before = canary();
    refill();
    const stopReaders = stallReaders(server, STALLED);
    const { statuses, failures, slow, seconds, memory } = await fire();
    stopReaders();
    const liveMb = await new LoadMeter(server, eventLoopLog).measureLiveMemory();
    const stallMs = longestStall(eventLoopLog);
    console.log(
      `seed ${SEED}: ${COUNT} requests in ${seconds.toFixed(1)} s, most memory ${memory.toFixed(0)} MB, ` +
        `${liveMb.toFixed(0)} MB in use at the end, longest stall ${stallMs} ms, by status ${JSON.stringify(statuses)}`,
    );
    if (failures.length)
      console.log([...failures.slice(0, 12), server.log().slice(-6_000)].join('\n\n'));
    expect(failures).toEqual([]);
    expect(server.pid()).toBe(pid);
    expect((await server.ask('GET', '/healthz')).text).toBe('ok');
    expect(memory).toBeLessThan(MAX_MEMORY_MB);
    expect(liveMb).toBeLessThan(MAX_LIVE_MB);
    expect(stallMs, slow.join('\n')).toBeLessThan(MAX_STALL_MS);
    expect(canary()).toEqual(before);
    expect(server.sql.pragma('integrity_check', { simple: true })).toBe('ok');
    expect(server.sql.pragma('foreign_key_check')).toEqual([]);
    expect(errorsIn(server.log())).toEqual([]);
  },
);

async function fire() {
  const statuses: Record<number, number> = {};
  const failures: string[] = [];
  const slow: string[] = [];
  const first = listRequestBuilders(server, Math.ceil(COUNT / 1_000));
  const began = Date.now();
  let sent = 0;
  let memory = 0;
  const gunner = async () => {
    while (sent < COUNT) {
      if (++sent % 200 === 0) {
        memory = Math.max(memory, readMemory(server.pid()));
        revive();
      }
      const next = (first.pop() ?? (() => createHostileRequest(server)))();
      const asked = performance.now();
      const answer = await send(next);
      const ms = performance.now() - asked;
      if (ms > SLOW_MS) slow.push(`${ms.toFixed(0)} ms ${described(next, answer)}`);
      statuses[answer.status] = (statuses[answer.status] ?? 0) + 1;
      if ((answer.status >= 500 || answer.status === 0) && !isBusy(answer))
        failures.push(described(next, answer));
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, gunner));
  return { statuses, failures, slow, seconds: (Date.now() - began) / 1_000, memory };
}

function send({ method, path, request }: HostileRequest): Promise<Answer> {
  return server
    .ask(method, path, request)
    .catch((error: Error) => ({ status: 0, headers: {}, text: String(error) }));
}

function described({ method, path, request }: HostileRequest, { status, text }: Answer): string {
  const sent = JSON.stringify(request).slice(0, 600);
  return `${status} ${method} ${path.slice(0, 300)} ${sent} ${text.slice(0, 200)}`;
}

/** Returns whether the answer names the time to retry: full queue, busy database or throttle. */
function isBusy({ status, headers }: Answer): boolean {
  return (status === 503 || status === 429) && headers['retry-after'] !== undefined;
}

function errorsIn(log: string): string[] {
  return log.split('\n').filter((line) => /Error|^ {4}at /.test(line));
}

function readMemory(pid: number): number {
  try {
    const status = readFileSync(`/proc/${pid}/status`, 'utf8');
    return Number(/VmRSS:\s+(\d+)/.exec(status)?.[1] ?? 0) / 1024;
  } catch {
    return 0;
  }
}

/** Adds a deal of somebody who never signs in, with an id that no list and no payload contains. */
function addCanary(): void {
  const insert = server.sql.prepare(
    "insert into pipelines (id, user_id, company_name, search_text, comments, created_at, updated_at) values (?, ?, 'Canary', 'canary', ?, 1, 1)",
  );
  insert.run(CANARY, server.addAccount(), SECRET);
}

function canary(): Record<string, unknown> {
  const { sql } = server;
  return sql.prepare('select * from pipelines where id = ?').get(CANARY) as Record<string, unknown>;
}

function refill(): void {
  const { sql, ids } = server;
  const insert = sql.prepare(
    "insert into pipelines (user_id, company_name, search_text, comments, created_at, updated_at) values (?, ?, 'long', ?, ?, ?)",
  );
  const text = '深圳 long '.repeat(600);
  for (let n = 0; n < DEALS; n++) insert.run(ids.manager, `Long ${n}`, text, n, n);
}

/**
 * Restores sessions that logouts ended, and deletes surplus rows, so that every role keeps asking.
 */
function revive(): void {
  const { sql, reset } = server;
  const kept = canary();
  const hermit = sql.prepare('select * from users where id = ?').get(kept.user_id);
  sql.transaction(() => {
    reset();
    insert('users', hermit as Record<string, unknown>);
    insert('pipelines', kept);
    refill();
  })();
}

function insert(table: string, row: Record<string, unknown>): void {
  const columns = Object.keys(row);
  const names = columns.map((column) => `"${column}"`).join();
  const values = columns.map((column) => `@${column}`).join();
  server.sql.prepare(`insert into ${table} (${names}) values (${values})`).run(row);
}
