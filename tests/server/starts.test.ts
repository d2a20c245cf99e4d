import { resolve } from 'node:path';
import { expect, test } from 'vitest';
import { ROUNDS } from '../durability/rounds';
import { getCookies } from '../support/actors';
import { ADMIN, type RunningServer, startServer } from '../support/running-server';

/** `npm run durability` starts 20 servers. */
/**
 * Collects garbage in every thread repeatedly: an object that a library frees too early ends the
 * process.
 */
const COLLECT = `--expose-gc --import=${resolve('tests/support/collect-garbage.mjs')}`;

async function workEveryThread(server: RunningServer, round: number): Promise<void> {
  const login = await server.ask('POST', '/api/auth/login', { json: ADMIN });
  expect(login.status).toBe(200);
  const cookie = getCookies(login);
  const asked = await Promise.all([
    server.ask('POST', '/api/pipelines', { cookie, json: { companyName: `Round ${round}` } }),
    server.ask('GET', '/dashboard', { cookie }),
    server.ask('GET', '/api/pipelines/export', { cookie }),
    server.ask('POST', '/api/pipelines/import', { cookie, csv: `Company\nImported ${round}\n` }),
  ]);
  expect(asked.map(({ status }) => status)).toEqual([201, 200, 200, 201]);
}

test(`${ROUNDS.starts} starts and stops with forced GC end with 0`, async () => {
  const server = await startServer({ env: { NODE_OPTIONS: COLLECT } });
  for (let round = 1; round <= ROUNDS.starts; round++) {
    await workEveryThread(server, round);
    if (round < ROUNDS.starts) expect(await server.restart()).toBe(0);
  }
  expect(await server.stop()).toBe(0);
}, 300_000);
