import { once } from 'node:events';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ROUNDS } from '../durability/rounds';
import { type AccessRow, buildRequest } from '../support/access-requests';
import { ACCESS_TABLE } from '../support/access-table';
import { getCookies, type PeopledServer, startPeopledServer } from '../support/actors';
import { beginRequest, LEAVE_AT, type Sent } from '../support/leaving-clients';
import { ADMIN } from '../support/running-server';
import { addAdmins, addLongDeals, askUnread } from '../support/unread-clients';

/**
 * Checks that requests free their resources however their client leaves: several times at each stage,
 * 200 in `npm run durability`. Imports are left more often, because they have few slots.
 */
const WAIT = { timeout: 30_000, interval: 100 };
const STAGES = Object.keys(LEAVE_AT);
const AT_ONCE = 40;
const MAX_IMPORTS_PER_MINUTE = 20;
const MAX_IMPORTS = 8;

const WRITES = [
  ...new Map(
    ACCESS_TABLE.filter(({ json, form, body }) => json ?? form ?? body).map((row) => [
      `${row.method} ${row.route}`,
      row,
    ]),
  ).values(),
];
const isImport = ({ route }: AccessRow) => /import$/.test(route);

let server: PeopledServer;
let importers: string[];
beforeAll(async () => {
  server = await startPeopledServer();
  const imports = WRITES.filter(isImport).length * STAGES.length * ROUNDS.importsLeft;
  importers = await addAdmins(server, Math.ceil(imports / (MAX_IMPORTS_PER_MINUTE - 1)));
}, 120_000);
afterAll(() => server.stop());

function createRequest(row: AccessRow, cookie: string): Sent {
  const { path, json, form, body, headers } = buildRequest(server, row);
  const common = { method: row.method, path };
  if (body !== undefined) return { ...common, body, headers: { ...headers, Cookie: cookie } };
  const type = json ? 'application/json' : 'application/x-www-form-urlencoded';
  return {
    ...common,
    body: json ? JSON.stringify(json) : new URLSearchParams(form).toString(),
    headers: { 'Content-Type': type, Cookie: cookie },
  };
}

async function runOften(count: number, limit: number, work: (n: number) => Promise<unknown>) {
  let n = 0;
  const runNext = async () => {
    while (n < count) await work(n++);
  };
  await Promise.all(Array.from({ length: limit }, runNext));
}

async function signIn(): Promise<string> {
  return getCookies(await server.ask('POST', '/api/auth/login', { json: ADMIN }));
}

const send = ({ method, path, headers, body }: Sent) =>
  server.newConnection()(method, path, { headers, body });

describe('clients that disconnect (rule 12.35)', () => {
  test.each(WRITES.filter((row) => !isImport(row)))(
    '$method $path answers after disconnects at every stage',
    async (row) => {
      const sent = createRequest(row, await signIn());
      for (const stage of STAGES)
        await runOften(ROUNDS.requestsLeft, AT_ONCE, () => LEAVE_AT[stage]!(server.port, sent));
      // Passwords that were sent completely are hashed, and their queue may be full for seconds.
      const answer = async () => (await send(createRequest(row, await signIn()))).status;
      await expect.poll(answer, WAIT).toBeLessThan(500);
    },
  );

  test.each(WRITES.filter(isImport))(
    '$method $path answers after importers disconnect',
    async (row) => {
      for (const stage of STAGES)
        await runOften(ROUNDS.importsLeft, MAX_IMPORTS, (n) =>
          LEAVE_AT[stage]!(server.port, createRequest(row, importers[n % importers.length]!)),
        );
      for (const importer of importers.slice(0, MAX_IMPORTS)) {
        const answer = async () => (await send(createRequest(row, importer))).status;
        await expect.poll(answer, WAIT).toBeLessThan(400);
      }
    },
    180_000,
  );
});

describe('import slots after disconnects (rule 12.35)', () => {
  test('an upload aborted while it waits releases its slot', async () => {
    const row = WRITES.find(({ route }) => route === 'import')!;
    const [cookie] = await addAdmins(server, 1);
    for (let round = 0; round < 4; round++) {
      const pages = Array.from({ length: 60 }, () => askUnread(server.port, '/dashboard', cookie!));
      await LEAVE_AT['before its turn']!(server.port, createRequest(row, cookie!), 3 * round);
      await server.ask('GET', '/dashboard', { cookie });
      for (const page of pages) page.destroy();
    }
    const answer = async () => (await send(createRequest(row, cookie!))).status;
    await expect.poll(answer, WAIT).toBe(302);
  }, 120_000);

  test('all import slots are free once their clients left', async () => {
    const row = WRITES.find(({ route }) => route === 'api.pipelines_.import')!;
    const cookies = await addAdmins(server, 2 * MAX_IMPORTS + 1);
    const last = async () => (await send(createRequest(row, cookies.at(-1)!))).status;
    for (const some of [cookies.slice(0, MAX_IMPORTS), cookies.slice(MAX_IMPORTS, -1)]) {
      const uploads = await Promise.all(
        some.map((cookie) => beginRequest(server.port, createRequest(row, cookie))),
      );
      await expect.poll(last, WAIT).toBe(503);
      for (const upload of uploads) expect(upload.destroyed).toBe(false);
      for (const upload of uploads) upload.destroy();
      await expect.poll(last, WAIT).toBe(201);
    }
  });
});

test('a refused upload of 11 MB gets its message', async () => {
  const row = WRITES.find(({ route }) => route === 'api.pipelines_.import')!;
  const [cookie = '', ...others] = await addAdmins(server, MAX_IMPORTS);
  const body = Buffer.alloc(11 * 1024 * 1024, 'Company,Stage\n');
  const readError = async (headers: Record<string, string>) => {
    const { status, text } = await send({ ...createRequest(row, cookie), headers, body });
    return [status, (JSON.parse(text) as { message: string }).message];
  };
  const csv = { 'Content-Type': 'text/csv', Cookie: cookie };
  expect(await readError({ ...csv, Cookie: '' })).toEqual([401, 'Unauthorized']);
  expect(await readError(csv)).toEqual([413, 'The file is larger than 10 MB.']);
  const other = { ...csv, 'Content-Type': 'application/zip' };
  expect(await readError(other)).toEqual([415, expect.stringContaining('text/csv')]);
  const uploads = [await beginRequest(server.port, createRequest(row, cookie))];
  expect(await readError(csv)).toEqual([429, expect.stringContaining('is still being read')]);
  uploads.pop()!.destroy();
  for (const admin of [...(await addAdmins(server, 1)), ...others])
    uploads.push(await beginRequest(server.port, createRequest(row, admin)));
  await expect.poll(() => readError(csv), WAIT).toEqual([503, expect.stringContaining('import')]);
  for (const upload of uploads) upload.destroy();
});

describe('exports on one connection (rule 12.35)', () => {
  test('queued exports end with their connection', async () => {
    addLongDeals(server);
    const cookie = importers[0]!;
    const path = '/api/pipelines';
    const status = () => server.ask('GET', path, { cookie }).then(({ status }) => status);
    const socket = askUnread(server.port, path, cookie);
    socket.write(`GET ${path} HTTP/1.1\r\nHost: localhost\r\nCookie: ${cookie}\r\n\r\n`);
    await once(socket, 'readable');
    await expect.poll(status, WAIT).toBe(429);
    socket.destroy();
    const both = () => Promise.all([status(), status()]);
    await expect.poll(both, WAIT).toEqual([200, 200]);
  });
});
