import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type AccessRow, buildRequest, getDataAddress } from '../support/access-requests';
import { ACCESS_TABLE } from '../support/access-table';
import { type PeopledServer, startPeopledServer } from '../support/actors';
import type { Answer } from '../support/running-server';

/** Checks that reads work while nothing can be written and sessions are due for renewal. */
let server: PeopledServer;
const READS = ACCESS_TABLE.filter(({ method }) => method === 'GET');
const paths = new Map<AccessRow, string>();
const folder = mkdtempSync(join(tmpdir(), 'pipeline-reads-'));
const flag = join(folder, 'full');
beforeAll(async () => {
  server = await startPeopledServer({
    NODE_OPTIONS: '--import ./tests/support/full-disk.mjs',
    FULL_DISK: flag,
    WRITE_TIMEOUT_MS: '10000',
  });
  for (const row of READS) paths.set(row, buildRequest(server, row).path);
  server.sql.exec('update sessions set expire = expire - 2 * 60 * 60 * 1000');
});
afterAll(async () => {
  await server.stop();
  rmSync(folder, { recursive: true });
});

async function read(address: string) {
  const start = performance.now();
  const { status, headers } = await server.ask('GET', address, { cookie: server.cookies.admin });
  const cookie = server.cookies.admin!.split('=', 1)[0]!;
  const isRenewed = (headers['set-cookie'] ?? []).some((set) => set.startsWith(cookie));
  return { status, isRenewed, ms: performance.now() - start };
}

const STATES = [
  {
    state: 'another process holds the write lock',
    begin: () => void server.sql.exec('BEGIN IMMEDIATE'),
    end: () => void server.sql.exec('ROLLBACK'),
    errorStatus: 503,
    message: 'Please try again in a moment.',
  },
  {
    state: 'the disk is full',
    begin: () => writeFileSync(flag, ''),
    end: () => rmSync(flag),
    errorStatus: 507,
    message: 'Nothing was saved. Please tell your administrator.',
  },
];

describe.each(STATES)(
  'while $state (rules 1.42 and 19.17)',
  ({ begin, end, errorStatus, message }) => {
    let writes: Promise<Answer>[];
    beforeAll(() => {
      begin();
      const cookie = server.cookies.admin;
      const form = { companyName: 'Acme' };
      writes = [
        server.ask('POST', '/api/pipelines', { cookie, json: form }),
        server.ask('POST', '/pipeline/new', { cookie, form }),
        server.ask('POST', '/pipeline/new.data', { cookie, form }),
      ];
    });
    afterAll(end);

    test.each(READS)('GET $path is answered at once', async (row) => {
      const path = paths.get(row)!;
      const isApi = path.startsWith('/api/');
      // Downloads have no data address.
      const isAlone =
        isApi || /\/(export|print|template)$|\/files\/\d+$|\/memo\/\d+$|^\/share\//.test(path);
      for (const address of isAlone ? [path] : [path, getDataAddress(path)]) {
        const { status, ms, isRenewed } = await read(address);
        const moved = address === path ? 302 : 202;
        expect([address, status]).toEqual([address, row.admin === 302 ? moved : row.admin]);
        expect(isRenewed).toBe(false);
        // Writes wait ten seconds for the lock.
        expect(ms).toBeLessThan(9_000);
      }
    });

    test('a write is refused by page and API with a reason', async () => {
      for (const { status, headers, text } of await Promise.all(writes)) {
        expect([status, headers['retry-after']]).toEqual([errorStatus, '5']);
        expect(text).toContain(message);
      }
    });
  },
);

test('the session is renewed and a write succeeds afterwards', async () => {
  expect(await read('/account')).toMatchObject({ status: 200, isRenewed: true });
  const asked = { cookie: server.cookies.admin, json: { companyName: 'Acme' } };
  expect((await server.ask('POST', '/api/pipelines', asked)).status).toBe(201);
});
