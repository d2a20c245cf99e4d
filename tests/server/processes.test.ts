import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { once } from 'node:events';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { cookiesOf, PASSWORD, type PeopledServer, startPeopledServer } from '../support/actors';
import { addLongDeals, askUnread } from '../support/crowd';
import { processesOf, type ServerProcess } from '../support/processes';

/** Two processes on one database, which are one server to whoever asks. */
const WRITES = 60;

let server: PeopledServer;
let folder: string;
let one: ServerProcess;
let other: ServerProcess;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'pipeline-processes-'));
  const settings = { WEB_CONCURRENCY: '2', WRITE_LIMIT: String(WRITES) };
  server = await startPeopledServer({ ...settings, BACKUP_DIR: folder });
  [one, other] = (await processesOf(server)) as [ServerProcess, ServerProcess];
}, 120_000);
afterAll(async () => {
  await server.stop();
  rmSync(folder, { recursive: true });
});

const WAIT = { timeout: 20_000, interval: 250 };
const cookie = () => server.cookies.owner;
/** The two in turns. */
const both = (n: number) => [one, other][n % 2]!;
/** The words of the System page. */
async function systemPage({ ask }: ServerProcess): Promise<string> {
  const { text } = await ask('GET', '/admin/system', { cookie: server.cookies.admin });
  return text
    .slice(0, text.indexOf('</main>'))
    .replace(/<[^>]*>/g, ' ')
    .replace(/\s+/g, ' ');
}

test('migrations, the first administrator, a backup that is due and the welcome are there once', async () => {
  expect(server.log().match(/Deal Pipeline is at/g)).toHaveLength(1);
  expect(server.log().match(/^Administrator: /gm)).toHaveLength(1);
  const backups = () => readdirSync(folder).filter((name) => name.endsWith('.db'));
  await expect.poll(backups).toHaveLength(1);
  const admins = "select count(*) from users where role = 'admin'";
  expect(server.sql.prepare(admins).pluck().get()).toBe(1);
});

test('each line of the log says which of them wrote it', () => {
  const lines = server.log().split('\n');
  const requests = lines.filter((line) => line.includes('"kind":"request"'));
  const writers = requests.map((line) => (JSON.parse(line) as { process: number }).process);
  expect(new Set(writers)).toEqual(new Set([one.pid, other.pid]));
});

describe('a limit counts once for both', () => {
  const logIn = (n: number, email: string, password: string) =>
    both(n).ask('POST', '/api/auth/login', { json: { email, password } });

  test('wrong passwords', async () => {
    for (let n = 0; n < 10; n++)
      expect((await logIn(n, 'disabled@demo.example', 'wrong')).status).toBe(401);
    for (const n of [0, 1])
      expect((await logIn(n, 'disabled@demo.example', 'wrong')).status).toBe(429);
  });

  test('writes, by session and by token', async () => {
    const { cookies, tokens } = server;
    const write = (n: number) =>
      n % 2
        ? one.ask('PUT', '/api/pipelines/1', { cookie: cookies.other, json: {} })
        : other.ask('PUT', '/api/pipelines/1', {
            headers: { Authorization: `Bearer ${tokens.other.write}` },
            json: {},
          });
    for (let n = 0; n < WRITES; n++) expect((await write(n)).status).toBe(400);
    for (const n of [0, 1]) {
      const { status, text } = await write(n);
      expect([status, text]).toEqual([429, expect.stringContaining(`at most ${WRITES} writes`)]);
    }
  });

  test('imports', async () => {
    const csv = 'Company\nAcme\n';
    const path = '/api/pipelines/import?dryRun=true';
    const dry = (n: number) =>
      both(n)
        .ask('POST', path, { cookie: server.cookies.manager, csv })
        .then(({ status }) => status);
    for (let n = 0; n < 20; n++) expect(await dry(n)).toBe(200);
    expect([await dry(0), await dry(1)]).toEqual([429, 429]);
  });

  test('exports', async () => {
    const path = '/api/pipelines/export';
    const get = (n: number) =>
      both(n)
        .ask('GET', path, { cookie: server.cookies.manager })
        .then(({ status }) => status);
    for (let n = 0; n < 60; n++) expect(await get(n)).toBe(200);
    expect([await get(0), await get(1)]).toEqual([429, 429]);
  });

  test('and who is near one is on the System page of both', async () => {
    for (const process of [one, other])
      expect(await systemPage(process)).toMatch(
        /manager@demo\.example Limit 60 exports a minute Last minute 62 /,
      );
  });
});

describe('what one does, the other knows at the next request', () => {
  test('a write, in lists and in their figures', async () => {
    for (let n = 0; n < 10; n++) {
      const companyName = `Deal ${n}`;
      const list = () => both(n).ask('GET', '/dashboard?size=100', { cookie: cookie() });
      expect((await list()).text).not.toContain(companyName);
      const made = await both(n + 1).ask('POST', '/api/pipelines', {
        cookie: cookie(),
        json: { companyName },
      });
      expect(made.status).toBe(201);
      expect((await list()).text).toContain(companyName);
      expect((await list()).text).toMatch(new RegExp(`\\b${n + 1} deals?\\b`));
    }
  });

  test('a session, a toast, and a form that was sent after the session', async () => {
    const json = { email: 'owner@demo.example', password: PASSWORD };
    const theirs = cookiesOf(await one.ask('POST', '/api/auth/login', { json }));
    const form = { companyName: 'Toasted' };
    const saved = await one.ask('POST', '/pipeline/new', { cookie: theirs, form });
    expect(saved.status).toBe(302);
    const back = { cookie: `${theirs}; ${cookiesOf(saved)}` };
    expect((await other.ask('GET', '/dashboard', back)).text).toContain(
      'Pipeline created successfully',
    );

    await other.ask('POST', '/api/auth/logout', { cookie: theirs });
    expect((await one.ask('GET', '/api/auth/user', { cookie: theirs })).status).toBe(401);
    const late = { cookie: theirs, form: { companyName: 'Typed too late' } };
    const kept = await one.ask('POST', '/pipeline/new', late);
    expect(kept.status).toBe(401);
    const again = cookiesOf(await other.ask('POST', '/api/auth/login', { json }));
    const cookie = `${again}; ${cookiesOf(kept)}`;
    expect((await other.ask('GET', '/drafts', { cookie })).text).toContain('Typed too late');
  });
});

describe('at once', () => {
  test('two exports of an account, whichever answers', async () => {
    addLongDeals(server);
    const path = '/api/pipelines';
    const third = ({ ask }: ServerProcess) =>
      ask('GET', path, { cookie: cookie() }).then(({ status }) => status);
    const unread = [path, path].map((long) => askUnread(server.port, long, cookie()!));
    await Promise.all(unread.map((socket) => once(socket, 'readable')));
    expect([await third(one), await third(other)]).toEqual([429, 429]);
    for (const socket of unread) socket.destroy();
    await expect.poll(() => third(one), WAIT).toBe(200);
    await expect.poll(() => third(other), WAIT).toBe(200);
  });

  test('one file of an account is received and read', async () => {
    const upload = connect(server.port, '127.0.0.1').on('error', () => undefined);
    upload.write(
      [
        'POST /api/pipelines/import HTTP/1.1',
        'Host: localhost',
        `Cookie: ${cookie()}`,
        'Content-Type: text/csv',
        'Content-Length: 1000',
        'Expect: 100-continue',
        '\r\nCompany',
      ].join('\r\n'),
    );
    const path = '/api/pipelines/import?dryRun=true';
    const second = async ({ ask }: ServerProcess) => {
      const { status, text } = await ask('POST', path, {
        cookie: cookie(),
        csv: 'Company\nAcme\n',
      });
      return [status, text.includes('Another file or table of yours is still being read.')];
    };
    await once(upload, 'data');
    await pause(500);
    expect(await second(one)).toEqual([429, true]);
    expect(await second(other)).toEqual([429, true]);
    upload.destroy();
    await expect.poll(() => second(other), WAIT).toEqual([200, false]);
  });
});

describe('the System page of either is about both', () => {
  test('memory, the check of the database and the times of a route', async () => {
    const slow = async ({ ask }: ServerProcess) =>
      expect((await ask('GET', '/api/pipelines', { cookie: server.cookies.admin })).status).toBe(
        200,
      );
    const countOf = (text: string) =>
      Number(/GET \/api\/pipelines Responses (\d+) /.exec(text)?.[1]);
    await slow(one);
    const before = countOf(await systemPage(one));
    for (const process of [one, other]) await slow(process);
    for (const process of [one, other]) {
      await expect.poll(() => systemPage(process), WAIT).toContain('Sound, ');
      const text = await systemPage(process);
      expect(text).toMatch(/\d+ MB in 3 processes/);
      expect(countOf(text)).toBe(before + 2);
    }
  });

  test('errors, the latest first', async () => {
    server.sql.exec('alter table evaluations rename to moved');
    const id = server.sql.prepare('select max(id) from pipelines').pluck().get();
    const ids: string[] = [];
    for (const { ask } of [one, other]) {
      const broken = await ask('GET', `/api/pipelines/${id}/evaluation`, { cookie: cookie() });
      expect(broken.status).toBe(500);
      ids.push(String(broken.headers['x-request-id']));
    }
    server.sql.exec('alter table moved rename to evaluations');
    for (const process of [one, other]) {
      const text = await systemPage(process);
      expect(text).toContain('no such table');
      expect(text).toContain('(2 times)');
      expect(text).toContain(ids[1]);
    }
  });
});
