import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { buildRequest, NEW_RECORDS } from '../support/access-requests';
import { ACCESS_TABLE } from '../support/access-table';
import { type PeopledServer, startPeopledServer } from '../support/actors';
import { getAllowedActor, isAccepted } from './bursts';

/** These store nothing but sessions, which the reserve is for. */
const SIGNING_IN = /^\/(?:api\/auth\/)?(?:login|logout)$|^\/login\/code$/;
/** A post that stores nothing: its texts are too long for an address. */
const PREVIEW = '/pipeline/{deal}/memo/preview';
/** A check of the free space holds for a second. */
const CHECK_MS = 1_100;

const folder = mkdtempSync(join(tmpdir(), 'pipeline-reserve-'));
const flag = join(folder, 'full');
let server: PeopledServer;
beforeAll(async () => {
  server = await startPeopledServer({
    NODE_OPTIONS: '--import ./tests/support/full-disk.mjs',
    FULL_DISK: flag,
  });
});
afterAll(async () => {
  await server.stop();
  rmSync(folder, { recursive: true });
});

const writes = ACCESS_TABLE.filter(
  (row) => row.method !== 'GET' && isAccepted(row, getAllowedActor(row)),
);

/** Returns everything that is stored, except sessions. */
function readDatabase(): string {
  const tables = server.sql
    .prepare("select name from sqlite_schema where type = 'table' and name not like 'sessions'")
    .pluck()
    .all() as string[];
  return JSON.stringify(tables.map((name) => server.sql.prepare(`select * from ${name}`).all()));
}

test('no write below the free-disk reserve stores anything', async () => {
  writeFileSync(flag, 'reserve');
  await pause(CHECK_MS);
  const stored: string[] = [];
  const statuses: number[] = [];
  for (const row of writes.filter(({ path }) => path !== PREVIEW && !SIGNING_IN.test(path))) {
    const { path, ...sent } = buildRequest(server, row, NEW_RECORDS);
    const before = readDatabase();
    const cookie = server.cookies[getAllowedActor(row)];
    const { status } = await server.ask(row.method, path, { cookie, ...sent });
    statuses.push(status);
    if (readDatabase() !== before) stored.push(`${row.method} ${row.path} ${status}`);
  }
  expect(stored).toEqual([]);
  // The others are forms that say it on the next page.
  expect(statuses.filter((status) => status === 507).length).toBeGreaterThan(50);
  expect(new Set(statuses)).toEqual(new Set([507, 302]));
});
