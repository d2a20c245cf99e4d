import { once } from 'node:events';
import { readdirSync, readFileSync } from 'node:fs';
import { connect } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type PeopledServer, startPeopledServer } from '../support/actors';
import { createGeneratedFile } from '../support/generated-files';
import { createSlowFile } from '../support/hostile-files';
import { isOneIn, pickBelow, SEED } from '../support/hostile-values';
import { addAdmins } from '../support/unread-clients';

/** Imports repeatable damaged and hostile files: IMPORT_FILES of them (20) from FUZZ_SEED (1). */
const COUNT = Number(process.env.IMPORT_FILES ?? 20);
const EACH = 20;
const AT_ONCE = 3;

let server: PeopledServer;
let cookies: string[];
beforeAll(
  async () => {
    // Set by the service and the image, too.
    server = await startPeopledServer({ MALLOC_ARENA_MAX: '2' });
    cookies = await addAdmins(server, 2 * Math.ceil(COUNT / EACH) + AT_ONCE);
  },
  60_000 + COUNT * 100,
);
afterAll(async () => {
  await server.stop();
});

interface Sent {
  body: Buffer;
  headers: Record<string, string>;
}

async function buildForm({ name, bytes }: { name: string; bytes: Buffer }): Promise<Sent> {
  const data = new FormData();
  data.set('file', new File([new Uint8Array(bytes)], name));
  const request = new Request(`${server.base}/import`, { method: 'POST', body: data });
  const headers = { 'Content-Type': request.headers.get('content-type')! };
  return { body: Buffer.from(await request.arrayBuffer()), headers };
}

async function upload(cookie: string, sent: Sent): Promise<string> {
  const answer = await server.ask('POST', '/import', { cookie, ...sent });
  return `${answer.status} ${String(answer.headers.location).replace(/\d+/, 'ID')}`;
}

async function breakOff(cookie: string, { body, headers }: Sent): Promise<string> {
  const socket = connect(server.port, '127.0.0.1').on('error', () => undefined);
  socket.write(
    `POST /import HTTP/1.1\r\nHost: 127.0.0.1:${server.port}\r\nCookie: ${cookie}\r\n` +
      `Content-Type: ${headers['Content-Type']}\r\nContent-Length: ${body.length}\r\n\r\n`,
  );
  socket.write(body.subarray(0, pickBelow(body.length)));
  await pause(pickBelow(100));
  socket.destroy();
  return 'broken off';
}

async function waitUntilRead(id?: string): Promise<void> {
  const own = id === undefined ? '' : ` and user_id = '${id}'`;
  const isReading = server.sql.prepare(`select 1 from imports where state = 'reading'${own}`);
  await expect.poll(() => isReading.get(), { timeout: 90_000 }).toBeUndefined();
}

function states(): Record<string, number> {
  const rows = server.sql.prepare('select state, count(*) from imports group by 1').raw().all();
  return Object.fromEntries(rows as [string, number][]);
}

function listChildren(pid: number): number[] {
  try {
    const tasks = readdirSync(`/proc/${pid}/task`);
    const own = tasks.flatMap((task) =>
      readFileSync(`/proc/${pid}/task/${task}/children`, 'utf8').split(' ').filter(Boolean),
    );
    return own.map(Number).flatMap((child) => [child, ...listChildren(child)]);
  } catch {
    return [];
  }
}

/** Returns memory in MB; shared pages, such as those of Node, count once. */
function readMemory(pid: number): number {
  try {
    const memory = readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8');
    return Number(/^Pss:\s+(\d+)/m.exec(memory)?.[1] ?? 0) / 1024;
  } catch {
    return 0;
  }
}

function memoryOfAll(): number {
  const pids = [server.pid(), ...listChildren(server.pid())];
  return pids.reduce((sum, pid) => sum + readMemory(pid), 0);
}

function watch() {
  const workerData = { port: server.port, path: '/dashboard', cookie: server.cookies.owner };
  const asking = new Worker('./tests/support/waits.mjs', { workerData });
  let most = 0;
  const looking = setInterval(() => (most = Math.max(most, memoryOfAll())), 20);
  return async () => {
    clearInterval(looking);
    asking.postMessage('end');
    const [waits] = (await once(asking, 'message')) as [number[]];
    return { most, p95: waits[Math.floor(waits.length * 0.95)]!, longest: waits.at(-1)! };
  };
}

describe('reading hostile files (rules 16.11 and 16.13)', () => {
  test(
    `${COUNT.toLocaleString('en')} bad files import or say why`,
    { timeout: 120_000 + COUNT * 2_000 },
    async () => {
      const pid = server.pid();
      const before = listChildren(pid);
      await server.ask('GET', '/dashboard', { cookie: server.cookies.owner });
      const idle = memoryOfAll();
      const answers: Record<string, number> = {};
      let sent = 0;
      const endWatch = watch();
      const sendAll = async (_: unknown, sender: number) => {
        for (let n = 0; sent < COUNT; n++) {
          sent++;
          const cookie = cookies[sender + AT_ONCE * Math.floor(n / EACH)]!;
          const form = await buildForm(createGeneratedFile());
          const send = isOneIn(0.1) ? breakOff : upload;
          const answer = await send(cookie, form);
          answers[answer] = (answers[answer] ?? 0) + 1;
          await waitUntilRead();
        }
      };
      await Promise.all(Array.from({ length: AT_ONCE }, sendAll));
      await waitUntilRead();
      const { most, p95, longest } = await endWatch();
      const found = states();
      console.log(
        `seed ${SEED}: ${JSON.stringify(answers)}, ${JSON.stringify(found)}; ` +
          `${Math.round(most - idle)} MB above ${Math.round(idle)}; ` +
          `others' p95 ${Math.round(p95)} ms, longest ${Math.round(longest)} ms`,
      );
      expect(Object.keys(answers).sort()).toEqual(expect.arrayContaining(['302 /import/ID']));
      // Files without a name are ignored, some exceed 10 MB, and an aborted upload may still be
      // received.
      const expected = /^(302|400|413|429) |^broken off$/;
      expect(Object.keys(answers).filter((answer) => !expected.test(answer))).toEqual([]);
      const ends = ['columns', 'failed', 'dropped'];
      // A broken-off upload may begin to be read only now.
      await expect
        .poll(() => Object.keys(states()).filter((state) => !ends.includes(state)), {
          timeout: 90_000,
        })
        .toEqual([]);
      const unexplained = "select 1 from imports where state = 'failed' and problem is null";
      expect(server.sql.prepare(unexplained).get()).toBeUndefined();
      const interrupted = "select problem from imports where problem like '%could not be read.'";
      expect(server.sql.prepare(interrupted).all()).toEqual([]);
      const orphans =
        "select 1 from import_rows join imports on id = import_id where state in ('failed', 'dropped')";
      expect(server.sql.prepare(orphans).get()).toBeUndefined();
      expect(most - idle).toBeLessThan(300);
      // Other tests run meanwhile, so the limit is generous; the figure is in the output.
      expect(p95).toBeLessThan(2_000);
      expect(server.pid()).toBe(pid);
      expect(listChildren(pid)).toEqual(before);
      expect((await server.ask('GET', '/healthz')).text).toBe('ok');
      expect(server.log().match(/.*(Error|^ {4}at ).*/gm)).toBeNull();
      // No slot is leaked: as many accounts as slots send a file simultaneously.
      const good = await buildForm({
        name: 'Deals.csv',
        bytes: Buffer.from('Company,Stage\nA,Seed\n'),
      });
      const others = (await addAdmins(server, 8)).map((cookie) => upload(cookie, good));
      expect(new Set(await Promise.all(others))).toEqual(new Set(['302 /import/ID']));
    },
  );

  test('the process that reads a file ends with the server', async () => {
    const own = await startPeopledServer();
    try {
      for (const end of [own.restart, own.kill]) {
        const before = listChildren(own.pid());
        const form = await buildForm(createSlowFile());
        await own.ask('POST', '/import', { cookie: own.cookies.owner, ...form });
        const readers = listChildren(own.pid()).filter((pid) => !before.includes(pid));
        expect(readers).toHaveLength(1);
        await end();
        await expect.poll(() => isRunning(readers[0]!), { timeout: 15_000 }).toBe(false);
      }
    } finally {
      await own.stop();
    }
  });
});

function isRunning(pid: number): boolean {
  try {
    return !/State:\s+Z/.test(readFileSync(`/proc/${pid}/status`, 'utf8'));
  } catch {
    return false;
  }
}
