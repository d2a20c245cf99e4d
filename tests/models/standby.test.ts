import { mkdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { databasePath } from '#db/client';
import * as system from '~/routes/admin_.system';
import { type Cast, cast } from '../support/cast';
import { screen, textOf } from '../support/screen';

/** The System page beside a Litestream that says and has copied what a test wants; tests/server/standby.test.ts runs a real one. */
vi.hoisted(() => (process.env.STANDBY_METRICS = 'http://127.0.0.1:9/metrics'));

const database = databasePath(process.env.DATABASE_URL!);
const own = join(dirname(database), `.${basename(database)}-litestream`);
/** When a test begins; each a day after the one before. */
let begin = Date.UTC(2026, 10, 22, 9);
let people: Cast;
beforeAll(async () => (people = await cast()));
beforeEach(async () => {
  begin += 86_400_000;
  vi.useFakeTimers({ now: begin, toFake: ['Date', 'setInterval'] });
  const { watchStandby } = await import('~/models/standby.server');
  watchStandby();
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});
afterAll(() => rmSync(own, { recursive: true, force: true }));

/** Litestream has read the log of a generation up to here, at a time in seconds. */
function copied(generation: string, file: number, bytes: number, at: number): void {
  const folder = join(own, 'generations', generation, 'wal');
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(own, 'generation'), `${generation}\n`);
  const path = join(folder, `${file.toString(16).padStart(8, '0')}.wal`);
  writeFileSync(path, Buffer.alloc(bytes));
  utimesSync(path, begin / 1000 + at, begin / 1000 + at);
}

function written(at: number): void {
  utimesSync(`${database}-wal`, begin / 1000 + at, begin / 1000 + at);
}

/** The standby has reached this place; undefined if nobody answers. */
function sent(file?: number, bytes?: number): void {
  const labels = '{db="/data/pipeline.db",name="s3"}';
  const metrics = `litestream_replica_wal_index${labels} ${file}\nlitestream_replica_wal_offset${labels} ${bytes}\n`;
  vi.stubGlobal('fetch', () =>
    file === undefined
      ? Promise.reject(new Error('refused'))
      : Promise.resolve(new Response(metrics)),
  );
}

/** What the System page says so many seconds after the beginning. */
async function standbyAfter(seconds: number): Promise<string> {
  await vi.advanceTimersByTimeAsync(begin + seconds * 1000 - Date.now());
  const text = textOf(await screen(system, '/admin/system', { as: people.maren }));
  return /\|Standby\|([^|]*)\|/.exec(text)![1]! + (text.includes('does not follow') ? '!' : '');
}

test('without a first copy it waits for it, and after a minute does not follow', async () => {
  sent(0, 0);
  expect(await standbyAfter(60)).toBe('Waiting for its first copy');
  expect(await standbyAfter(61)).toBe('Waiting for its first copy!');
});

test('says how far it is behind, also while a long transfer is under way', async () => {
  copied('a', 0, 1000, 2);
  written(1.9);
  sent(0, 1000);
  expect(await standbyAfter(3)).toBe('Up to date');
  // Written, and not even copied yet.
  written(3.5);
  expect(await standbyAfter(4)).toBe('1.0 seconds behind');
  copied('a', 0, 2000, 4.2);
  expect(await standbyAfter(5)).toBe('2.0 seconds behind');
  // Meanwhile more is written and copied; the standby gets what was there at 5.
  written(7.9);
  copied('a', 1, 500, 8);
  sent(0, 2000);
  expect(await standbyAfter(8)).toBe('3.0 seconds behind');
  expect(await standbyAfter(100)).toBe('2 minutes behind!');
  sent(1, 500);
  expect(await standbyAfter(101)).toBe('Up to date');
});

test('a new generation, numbered from 0, does not count as held before it is sent', async () => {
  written(0);
  copied('a', 7, 1000, 1);
  sent(7, 1000);
  expect(await standbyAfter(2)).toBe('Up to date');
  written(2.5);
  copied('b', 0, 300, 3);
  expect(await standbyAfter(4)).toBe('2.0 seconds behind');
  sent(0, 300);
  expect(await standbyAfter(5)).toBe('Up to date');
});

test('one that does not answer for 5 seconds is not reachable since then, and logged once', async () => {
  written(0);
  copied('c', 0, 1000, 1);
  sent(0, 1000);
  expect(await standbyAfter(2)).toBe('Up to date');
  sent();
  expect(await standbyAfter(6)).toBe('Up to date');
  vi.mocked(console.error).mockImplementation(() => undefined);
  expect(await standbyAfter(10)).toMatch(/^Not reachable since Nov 26, 2026, 9:00 AM.*!$/);
  expect(console.error).toHaveBeenCalledTimes(1);
  vi.mocked(console.error).mockClear();
  sent(0, 1000);
  expect(await standbyAfter(11)).toBe('Up to date');
});
