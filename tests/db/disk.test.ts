import disk from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { transaction, transactionUsingReserve } from '#db/transaction';
import { createSession, findSession } from '~/domain/session/session.server';
import * as api from '~/routes/api.pipelines';
import { call, createCastForEach } from '../support/cast';
import { countDeals } from '../support/deals';

const people = createCastForEach();
const MB = 1024 * 1024;
const { statfsSync } = disk;
const now = performance.now.bind(performance);
let freeBytes = 0;
let asked = 0;
let later = 0;

/** Sets the free bytes, and moves the clock past the cached check. */
function setFreeBytes(bytes: number): void {
  freeBytes = bytes;
  later += 2_000;
}

beforeEach(() => {
  asked = 0;
  disk.statfsSync = (() => {
    asked++;
    return { bsize: 1, bavail: freeBytes };
  }) as never;
  syncBuiltinESMExports();
  vi.spyOn(performance, 'now').mockImplementation(() => now() + later);
});
afterEach(() => {
  disk.statfsSync = statfsSync;
  syncBuiltinESMExports();
});

const create = () =>
  call(api, 'POST', '/api/pipelines', { as: people.ana, json: { companyName: 'Acme' } });

describe('less than 100 MB of free disk (rule 12.41)', () => {
  test('a write on a nearly full disk is refused with a message', async () => {
    setFreeBytes(100 * MB - 1);
    const answer = await create();
    expect(answer.status).toBe(507);
    expect(await answer.json()).toEqual({
      message: 'The disk is full. Nothing was saved. Please tell your administrator.',
    });
    expect(await countDeals()).toBe(0);
    setFreeBytes(100 * MB);
    expect((await create()).status).toBe(201);
  });

  test('signing in and reading work on a nearly full disk', async () => {
    setFreeBytes(0);
    const session = { userId: people.ana.id, startedAt: Date.now() };
    const id = await createSession(session, new Date(Date.now() + 60_000));
    expect(await findSession(id)).toMatchObject({ userId: people.ana.id });
    expect((await call(api, 'GET', '/api/pipelines', { as: people.ana })).status).toBe(200);
    await expect(transaction(async () => undefined)).rejects.toThrow('The disk is full');
    await transactionUsingReserve(async () => undefined);
  });

  test('free disk space is checked at most once a second', async () => {
    setFreeBytes(200 * MB);
    vi.mocked(performance.now).mockReturnValue(now() + later);
    for (let n = 0; n < 5; n++) await transaction(async () => undefined);
    expect(asked).toBe(1);
  });
});
