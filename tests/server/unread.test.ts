import { once } from 'node:events';
import type { Socket } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type PeopledServer, startPeopledServer } from '../support/actors';
import {
  addAdmins,
  addLongDeals,
  askUnread,
  countOpenFiles,
  readMemoryMb,
} from '../support/unread-clients';

/**
 * Requests long answers that nobody reads: UNREAD of them (32) in all; with UNREAD_EACH, as in `npm
 * run fuzz`, that many of each.
 */
const LONG_ANSWERS = [
  '/dashboard?size=100',
  '/api/pipelines',
  '/api/pipelines/export',
  '/admin/history/export',
];
const READERS = Number(process.env.UNREAD_EACH ?? process.env.UNREAD ?? 32);
const ROUNDS = process.env.UNREAD_EACH ? LONG_ANSWERS.map((path) => [path]) : [LONG_ANSWERS];
const WAIT = { timeout: 20_000 };
/** 30 s in production. */
const CLIENT_TIMEOUT_MS = process.env.UNREAD_EACH ? 30_000 : 5_000;
/**
 * MB above idle: 150 for 300 readers, measured alone. Beside other tests garbage is collected late;
 * without backpressure 60 readers took a gigabyte.
 */
const MAX_MEMORY_MB = process.env.UNREAD_EACH ? 150 : 400;

let server: PeopledServer;
let admins: string[];
beforeAll(async () => {
  server = await startPeopledServer({ CLIENT_TIMEOUT_MS: String(CLIENT_TIMEOUT_MS) });
  addLongDeals(server);
  admins = await addAdmins(server, Math.ceil(READERS / 2));
}, 180_000);
afterAll(async () => {
  await server.stop();
});

const read = (path: string, cookie = admins[0]) => server.ask('GET', path, { cookie });

async function settle(): Promise<void> {
  for (const path of LONG_ANSWERS) expect((await read(path)).status).toBe(200);
  await pause(300);
}

async function measureOthers(until: () => boolean): Promise<number[]> {
  const times: number[] = [];
  const cookie = server.cookies.other;
  while (!until()) {
    for (const path of ['/dashboard', '/account']) {
      const began = performance.now();
      expect((await read(path, cookie)).status).toBe(200);
      times.push(performance.now() - began);
    }
    await pause(50);
  }
  return times.sort((a, b) => a - b);
}

const expectClosed = (before: { sockets: number; connections: number }) =>
  expect
    .poll(() => {
      const { sockets, connections } = countOpenFiles(server.pid());
      return [sockets <= before.sockets, connections <= before.connections];
    }, WAIT)
    .toEqual([true, true]);

describe('unread answers', () => {
  test('HEAD starts nothing that stays open', async () => {
    await settle();
    const before = countOpenFiles(server.pid());
    const heads = Array.from({ length: 40 }, (_, n) =>
      server.ask('HEAD', LONG_ANSWERS[n % LONG_ANSWERS.length]!, {
        cookie: admins[0],
        // A kept connection stays open for 30 s.
        headers: { Connection: 'close' },
      }),
    );
    const answers = await Promise.all(heads);
    expect(new Set(answers.map(({ status, text }) => `${status}${text}`))).toEqual(
      new Set(['200']),
    );
    await expectClosed(before);
  });

  test('a disconnecting client leaves no file open', async () => {
    const before = countOpenFiles(server.pid());
    for (let n = 0; n < 80; n++) {
      const socket = askUnread(server.port, '/api/pipelines', admins[0]!);
      await once(socket, 'connect');
      await pause(n % 5);
      socket.destroy();
    }
    for (const wait of [0, 20, 200, 1_000]) {
      const sockets = LONG_ANSWERS.map((path) => askUnread(server.port, path, admins[0]!));
      await pause(wait);
      for (const socket of sockets) socket.destroy();
    }
    await expectClosed(before);
    for (const path of LONG_ANSWERS) expect((await read(path)).status).toBe(200);
  });
});

describe('exports that nobody reads (rule 12.23)', () => {
  test('a third simultaneous export is 429 in every format', async () => {
    const cookie = admins[1]!;
    const other = admins[2]!;
    const statusOfList = async () => (await read('/api/pipelines', cookie)).status;
    const unread = ['/api/pipelines', '/api/pipelines'].map((path) =>
      askUnread(server.port, path, cookie),
    );
    await Promise.all(unread.map((socket) => once(socket, 'readable')));
    expect(await statusOfList()).toBe(429);
    for (const path of LONG_ANSWERS.slice(1)) {
      const { status, headers, text } = await read(path, cookie);
      expect([status, headers['retry-after']]).toEqual([429, '5']);
      expect(text).toContain('Too many requests: two of your exports are running.');
    }
    expect((await read('/api/pipelines?limit=100', cookie)).status).toBe(200);
    expect((await read('/api/pipelines', other)).status).toBe(200);
    for (const socket of unread) socket.destroy();
    await expect.poll(statusOfList, WAIT).toBe(200);
  });
});

test('a long answer has no .data URL', async () => {
  const paths = ['/api/pipelines.data', '/api/pipelines/export.data', '/admin/history/export.data'];
  for (const path of paths) {
    const { status, text } = await read(path);
    expect(status).toBe(404);
    expect(text.length).toBeLessThan(1_000);
  }
});

describe('stalled readers (rule 12.23)', () => {
  test.each(ROUNDS)(
    `${READERS} readers of %s stay small and block nobody`,
    { timeout: 180_000 },
    async (...paths) => {
      await settle();
      const idle = readMemoryMb(server.pid());
      const before = countOpenFiles(server.pid());
      const began = Date.now();
      const stalled: Socket[] = Array.from({ length: READERS }, (_, n) =>
        askUnread(server.port, paths[n % paths.length]!, admins[n % admins.length]!, {
          encoding: n % 3 ? 'identity' : 'gzip, br',
          // Otherwise the server waits 30 s for the next request.
          connection: 'close',
        }),
      );
      let most = 0;
      let closedAfter = 0;
      const isOver = () => {
        most = Math.max(most, readMemoryMb(server.pid()));
        const { sockets } = countOpenFiles(server.pid());
        if (Date.now() - began > CLIENT_TIMEOUT_MS && sockets <= before.sockets + 1)
          closedAfter = Date.now();
        return closedAfter > 0 || Date.now() - began > 120_000;
      };
      const times = await measureOthers(isOver);
      const p95 = times[Math.floor(times.length * 0.95)]!;
      const seconds = (closedAfter - began) / 1000;
      console.log(
        `${READERS} stalled readers of ${paths.join(', ')}: ${(most - idle).toFixed(0)} MB above ` +
          `${idle.toFixed(0)} MB, others' p95 ${p95.toFixed(0)} ms, closed after ${seconds.toFixed(0)} s`,
      );
      for (const socket of stalled) socket.destroy();
      expect(most - idle).toBeLessThan(MAX_MEMORY_MB);
      expect(seconds).toBeGreaterThan(0);
      await expectClosed(before);
      expect(p95).toBeLessThan(1_000);
    },
  );
});
