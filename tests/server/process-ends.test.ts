import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { connect, createServer, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import SQLite from 'better-sqlite3';
import { afterAll, afterEach, describe, expect, test } from 'vitest';
import { cookiesOf, type PeopledServer, startPeopledServer } from '../support/actors';
import { addLongDeals, askUnread } from '../support/crowd';
import { childrenOf, processesOf, type ServerProcess } from '../support/processes';
import { ADMIN, freePort, type RunningServer, startServer } from '../support/running-server';

/** One of two processes, or all of them, come to their end. */
const TWO = { WEB_CONCURRENCY: '2' };
const WAIT = { timeout: 30_000, interval: 100 };

let server: RunningServer | undefined;
afterEach(async () => {
  await server?.stop();
  server = undefined;
});
async function beginWithPeople(): Promise<PeopledServer> {
  const peopled = await startPeopledServer(TWO);
  server = peopled;
  return peopled;
}
const pair = async (of: RunningServer) => (await processesOf(of)) as [ServerProcess, ServerProcess];
const isAlive = (pid: number) => {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
};
const rowsOf = (count: number, name: string) =>
  `Company,CEO\n${Array.from({ length: count }, (_, n) => `${name} ${n},Ceo ${n}`).join('\n')}\n`;

describe('a process that dies', () => {
  test('is replaced; what it read, exported or wrote is given up, what others read goes on', async () => {
    const peopled = await beginWithPeople();
    const { cookies, sql } = peopled;
    const [doomed, other] = await pair(peopled);
    const path = '/api/pipelines/import';
    const cutOff = doomed.ask('POST', path, { cookie: cookies.owner, csv: rowsOf(20_000, 'Cut') });
    const lost = expect(cutOff).rejects.toThrow();
    const goesOn = other.ask('POST', path, { cookie: cookies.other, csv: rowsOf(5_000, 'Whole') });
    const reading = sql.prepare(
      "select count(*) from imports where state = 'reading' and progress > 0 and user_id = ?",
    );
    await expect.poll(() => reading.pluck().get(peopled.ids.owner), WAIT).toBe(1);
    process.kill(doomed.pid, 'SIGKILL');
    await lost;
    expect((await goesOn).status).toBe(201);
    const states = sql.prepare('select user_id, state, problem from imports order by user_id');
    await expect
      .poll(() => states.all(), WAIT)
      .toEqual(
        [
          { user_id: peopled.ids.other, state: 'done', problem: null },
          {
            user_id: peopled.ids.owner,
            state: 'failed',
            problem: 'Reading was interrupted. Please choose the file again.',
          },
        ].sort((a, b) => (a.user_id < b.user_id ? -1 : 1)),
      );
    const [one] = await pair(peopled);
    const again = await one.ask('POST', path, { cookie: cookies.owner, csv: rowsOf(3, 'Again') });
    expect(again.status).toBe(201);
    expect(peopled.log()).toMatch(/Server process \d+ ended \(SIGKILL\) and is replaced/);
  });

  test('gives back the exports that it was at', async () => {
    const peopled = await beginWithPeople();
    addLongDeals(peopled);
    const cookie = peopled.cookies.owner!;
    const path = '/api/pipelines';
    const unread: Socket[] = [path, path].map((long) => askUnread(peopled.port, long, cookie));
    await Promise.all(unread.map((socket) => once(socket, 'readable')));
    expect((await peopled.ask('GET', path, { cookie })).status).toBe(429);
    for (const pid of childrenOf(peopled.pid())) process.kill(pid, 'SIGKILL');
    const [one, other] = await pair(peopled);
    for (const { ask } of [one, other])
      expect((await ask('GET', path, { cookie })).status).toBe(200);
  });

  test('again and again, soon after its start, ends the server with 1 and says why', async () => {
    server = await startServer({ env: TWO });
    const { pid } = server;
    const dying = pid();
    const killAll = () => {
      if (isAlive(dying)) for (const child of childrenOf(dying)) process.kill(child, 'SIGKILL');
      return isAlive(dying);
    };
    await expect.poll(killAll, WAIT).toBe(false);
    expect(await server.stop()).toBe(1);
    expect(server.log().trim().split('\n').at(-1)).toContain(
      'Server processes ended again and again, soon after their start',
    );
    server = undefined;
  });
});

/** Deals are written over each connection until `isOver`. Returns the statuses of the answers. */
async function writeAll(
  asks: RunningServer['ask'][],
  cookie: string,
  isOver: () => boolean,
): Promise<{ statuses: number[]; longest: number }> {
  const statuses: number[] = [];
  let longest = 0;
  const write = async (ask: RunningServer['ask'], person: number) => {
    for (let n = 0; !isOver(); n++) {
      const began = performance.now();
      const json = { companyName: `${person} wrote ${n}` };
      statuses.push((await ask('POST', '/api/pipelines', { cookie, json })).status);
      longest = Math.max(longest, performance.now() - began);
    }
  };
  await Promise.all(asks.map(write));
  return { statuses, longest };
}

test('many writes in both while 10,000 rows are imported: all are taken, none is "busy"', async () => {
  server = await startServer({ env: TWO });
  const cookie = cookiesOf(await server.ask('POST', '/api/auth/login', { json: ADMIN }));
  const processes = await pair(server);
  const asks = Array.from({ length: 4 }, () => server!.newConnection());
  let isOver = false;
  const writes = writeAll(asks, cookie, () => isOver);
  const csv = rowsOf(10_000, 'Imported');
  const began = performance.now();
  const imported = await processes[0].ask('POST', '/api/pipelines/import', { cookie, csv });
  const took = performance.now() - began;
  expect(imported.status).toBe(201);
  isOver = true;
  const { statuses, longest } = await writes;
  console.log(
    `10,000 rows in ${Math.round(took)} ms, ${statuses.length} writes meanwhile, the longest ${Math.round(longest)} ms`,
  );
  expect(statuses.length).toBeGreaterThan(4);
  expect(new Set(statuses)).toEqual(new Set([201]));
}, 180_000);

describe('the end of all', () => {
  const SENT_LATER = '{"companyName":"Sent later"}';

  test.each(['SIGTERM', 'SIGINT'] as const)(
    '%s to each of them, as from a terminal or systemd, finishes what runs',
    async (signal) => {
      server = await startServer({ env: TWO });
      const cookie = cookiesOf(await server.ask('POST', '/api/auth/login', { json: ADMIN }));
      const processes = await pair(server);
      const uploads = processes.map(() => connect(server!.port, '127.0.0.1'));
      for (const upload of uploads) {
        upload
          .setEncoding('utf8')
          .write(
            [
              'POST /api/pipelines HTTP/1.1',
              'Host: localhost',
              `Cookie: ${cookie}`,
              'Content-Type: application/json',
              `Content-Length: ${SENT_LATER.length}`,
              'Expect: 100-continue',
              '\r\n',
            ].join('\r\n'),
          );
        await once(upload, 'data');
      }
      const pids = [server.pid(), ...processes.map(({ pid }) => pid)];
      for (const pid of pids) process.kill(pid, signal);
      const answers = uploads.map((upload) => once(upload, 'data'));
      for (const upload of uploads) upload.write(SENT_LATER);
      for (const [text] of await Promise.all(answers)) expect(text).toMatch(/^HTTP\/1.1 201 /);
      await expect.poll(() => pids.filter(isAlive), WAIT).toEqual([]);
      expect(await server.stop()).toBe(0);
      server = undefined;
    },
  );

  test('kill -9 of the first leaves none of the others', async () => {
    server = await startServer({ env: TWO });
    const processes = await pair(server);
    await server.kill();
    await expect.poll(() => processes.filter(({ pid }) => isAlive(pid)), WAIT).toEqual([]);
    await server.restart();
    expect((await server.ask('GET', '/healthz')).status).toBe(200);
  });
});

describe('a start that fails says why once, and ends with 1', () => {
  const folder = mkdtempSync(join(tmpdir(), 'pipeline-starts-'));
  const database = join(folder, 'test.db');
  afterAll(() => rmSync(folder, { recursive: true }));

  async function failed(env: Record<string, string>): Promise<{ code: number; text: string }> {
    const child = spawn(process.execPath, ['scripts/start.mjs'], {
      env: {
        ...process.env,
        ...TWO,
        NODE_ENV: 'production',
        DATABASE_URL: `file:${database}`,
        ...env,
      },
    });
    let text = '';
    for (const output of [child.stdout, child.stderr])
      output.setEncoding('utf8').on('data', (part: string) => (text += part));
    const [code] = (await once(child, 'close')) as [number];
    return { code, text: text.trim() };
  }

  test('the port is taken', async () => {
    const port = await freePort();
    const taken = createServer().listen(port, '127.0.0.1');
    const said = await failed({ PORT: String(port), HOST: '127.0.0.1' });
    taken.close();
    expect(said).toEqual({ code: 1, text: `Port ${port} is in use. Set PORT to another one.` });
  });

  test('the database is damaged', async () => {
    writeFileSync(database, 'no database at all'.repeat(100));
    const { code, text } = await failed({ PORT: String(await freePort()) });
    expect(code).toBe(1);
    expect(text.split('\n')).toEqual([expect.stringContaining('is damaged')]);
  });

  test('the database is of another program', async () => {
    rmSync(database);
    const connection = new SQLite(database);
    connection.exec('create table others (id)');
    connection.close();
    const { code, text } = await failed({ PORT: String(await freePort()) });
    expect(code).toBe(1);
    expect(text.split('\n')).toEqual([expect.stringContaining('is a database of another program')]);
  });

  test.each(['0', '65', 'two'])('WEB_CONCURRENCY=%s', async (count) => {
    expect(await failed({ WEB_CONCURRENCY: count })).toEqual({
      code: 1,
      text: 'Configuration: WEB_CONCURRENCY must be the number of processes that serve, 1 to 64',
    });
  });
});
