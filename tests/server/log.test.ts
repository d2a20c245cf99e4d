import { randomBytes } from 'node:crypto';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import SQLite from 'better-sqlite3';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ADMIN, type Answer, type RunningServer, startServer } from '../support/running-server';

/** Checks what the server logs of each request, and what it omits (ASVS 5.0 16.2, 16.3, 16.5). */
interface Line {
  kind: 'request' | 'security' | 'error';
  id: string;
  user?: string;
  event?: string;
  [detail: string]: unknown;
}

let server: RunningServer;
let cookie: string;
let adminId: string;
beforeAll(async () => {
  // A folder cannot have such a name.
  server = await startServer({
    env: {
      BACKUP_DIR: join(tmpdir(), 'x'.repeat(300)),
    },
  });
  const answer = await signIn(ADMIN);
  cookie = getCookie(answer);
  adminId = (JSON.parse(answer.text) as { user: { id: string } }).user.id;
});
afterAll(() => server.stop());

const signIn = (json: object) => server.ask('POST', '/api/auth/login', { json });
const getCookie = ({ headers }: Answer) =>
  headers['set-cookie']!.map((one) => one.split(';', 1)[0]).join('; ');
const getRequestId = ({ headers }: Answer) => String(headers['x-request-id']);

async function findLines(answer: Answer): Promise<Line[]> {
  const found = () =>
    server
      .log()
      .split('\n')
      .filter((line) => line.includes(getRequestId(answer)))
      .map((line) => JSON.parse(line) as Line);
  await expect.poll(() => found().some(({ kind }) => kind === 'request')).toBe(true);
  return found();
}

const NEW = {
  email: 'noor@demo.example',
  password: 'a-password-of-2026',
  firstName: 'Noor',
  lastName: 'Haddaway',
};

test('a request is one line with id and user but no input', async () => {
  const answer = await server.ask('GET', '/dashboard?search=Confidential+Ltd', { cookie });
  expect(await findLines(answer)).toEqual([
    {
      time: expect.stringMatching(/^\d{4}-.*Z$/),
      kind: 'request',
      id: getRequestId(answer),
      user: adminId,
      method: 'GET',
      path: '/dashboard',
      status: 200,
      ms: expect.any(Number),
      address: '127.0.0.1',
    },
  ]);
  expect(
    getRequestId(
      await server.ask('GET', '/dashboard', { cookie, headers: { 'X-Request-Id': 'chosen' } }),
    ),
  ).toMatch(/^[\da-f-]{36}$/);
});

test('every line after the greeting is JSON', async () => {
  for (const path of [
    '/%0a{"kind":"security"}',
    '/%22%7d',
    `/${'x'.repeat(3_000)}`,
    '/nothing',
    '/assets/none.js',
  ])
    await server.ask('GET', path);
  await findLines(await server.ask('GET', '/healthz'));
  const lines = server
    .log()
    .split('\n')
    .filter(
      (line) => line && !/^(Deal Pipeline is at|Listening on|Database:|Administrator:)/.test(line),
    );
  for (const line of lines)
    expect(JSON.parse(line)).toMatchObject({
      time: expect.any(String),
      kind: expect.stringMatching(/^(request|security|error)$/),
    });
});

describe('security events', () => {
  test('the log has logins, refused logins and account changes', async () => {
    const events = async (answer: Promise<Answer>) =>
      (await findLines(await answer))
        .filter(({ kind }) => kind === 'security')
        .map(({ event, user, account, status, fields }) => ({
          event,
          user,
          account,
          status,
          fields,
        }));
    const about = (details: object) => expect.objectContaining(details) as object;
    const signup = server.ask('POST', '/api/auth/signup', { json: NEW });
    const { id } = (JSON.parse((await signup).text) as { user: { id: string } }).user;
    expect(await events(signup)).toEqual([about({ event: 'account created', account: id })]);
    expect(await events(signIn({ ...NEW, password: 'wrong' }))).toEqual([
      about({ event: 'login refused', user: id, status: 401 }),
    ]);
    expect(await events(signIn({ email: 'nobody@demo.example', password: 'wrong' }))).toEqual([
      about({ event: 'login refused', user: undefined, status: 401 }),
    ]);
    expect(await events(signIn(NEW))).toEqual([
      about({ event: 'login refused', user: id, status: 403 }),
    ]);
    expect(await events(server.ask('PUT', `/api/admin/users/${id}/approve`, { cookie }))).toEqual([
      about({ event: 'account changed', user: adminId, account: id, fields: 'approvalStatus' }),
    ]);
    const entered = signIn(NEW);
    expect(await events(entered)).toEqual([about({ event: 'login', user: id })]);
    expect(
      await events(server.ask('POST', '/api/auth/logout', { cookie: getCookie(await entered) })),
    ).toEqual([about({ event: 'session ended' })]);
    expect(
      await events(server.ask('POST', `/admin/users/${id}`, { cookie, form: { intent: 'link' } })),
    ).toEqual([about({ event: 'password link made', user: adminId, account: id })]);
    expect(
      await events(
        server.ask('POST', '/login', {
          form: {},
          headers: { Origin: 'https://elsewhere.example' },
        }),
      ),
    ).toEqual([about({ event: 'refused', status: 403 })]);
    expect(await events(server.ask('DELETE', `/api/admin/users/${id}`, { cookie }))).toEqual([
      about({ event: 'account deleted', user: adminId, account: id }),
    ]);
    for (let n = 0; n < 10; n++) await signIn({ email: 'ana@demo.example', password: 'wrong' });
    expect(await events(signIn({ email: 'ana@demo.example', password: 'wrong' }))).toEqual([
      about({ event: 'throttled' }),
      about({ event: 'login refused', status: 429 }),
    ]);
  });

  test('a rolled-back event is not logged', async () => {
    const refused = await server.ask('POST', '/api/admin/users', {
      cookie,
      json: { ...NEW, email: ADMIN.email },
    });
    expect(refused.status).toBe(409);
    expect((await findLines(refused)).map(({ kind }) => kind)).toEqual(['request']);
  });
});

test('no password, cookie, key or input is in the log', async () => {
  const page = await server.ask('POST', `/admin/users/${adminId}`, {
    cookie,
    form: { intent: 'link' },
  });
  const key = /\/password\/([\w-]{43})/.exec(page.text)?.[1];
  expect(key).toBeDefined();
  await findLines(await server.ask('GET', `/password/${key}`));
  await findLines(await server.ask('GET', `/password/${key}.data`));
  await findLines(
    await server.ask('POST', '/login', {
      form: { email: 'my-password-in-the-wrong-box', password: 'x' },
    }),
  );
  const log = server.log();
  expect(log).toContain('"path":"/password/:key"');
  for (const secret of [
    ADMIN.password,
    NEW.password,
    'my-password-in-the-wrong-box',
    'Confidential',
    key!,
    ...cookie.split('; ').map((one) => decodeURIComponent(one.split('=')[1]!)),
  ])
    expect(log).not.toContain(secret);
  const connection = new SQLite(server.database, { readonly: true });
  for (const hash of connection
    .prepare(
      'select password from users union select sid from sessions union select key from password_links',
    )
    .pluck()
    .all() as string[])
    expect(log).not.toContain(hash);
  connection.close();
});

describe('secret keys in URLs (rules 12.22 and 26.12)', () => {
  const key = randomBytes(32).toString('base64url');
  const encode = (text: string) =>
    [...text].map((sign) => `%${sign.charCodeAt(0).toString(16).padStart(2, '0')}`).join('');
  const encoded = encode(key);
  const spellings = (word: string) => [
    `/${word}/${key}`,
    `/${word.toUpperCase()}/${key}.data`,
    `//${word}/${key}`,
    `/${word}/${encoded}`,
    `/${encode(word)}/${encoded}`,
    `/${word}%2F${key}`,
    `/${word}%252F${key}`,
    `/${encode(word).replaceAll('%', '%25')}/${encoded.replaceAll('%', '%25')}`,
    `/${word}/%ff${key}`,
    `/x/../${word}/${key}/`,
    `/${word}/${key.slice(0, 40)}`,
    `/${word}/${key.slice(0, 20)}%0d${key.slice(20)}`,
    `/${word}/${encoded.slice(0, 60)}`,
    `/${word}\\${key.slice(0, 42)}`,
    `/login?to=%2F${word}%2F${key}`,
  ];
  const others = [`/passwort/${key}`, `/${key}/password`, `/password//${key}`];
  test.each([...spellings('password'), ...spellings('share'), ...others])(
    'the log hides the key in %s',
    async (path) => {
      const text = JSON.stringify(await findLines(await server.ask('GET', path)));
      for (const part of [key.slice(0, 20), key.slice(5, 40), encoded.slice(0, 60)])
        expect(text).not.toContain(part);
    },
  );
});

describe('an internal error (rules 9.19 and 12.15)', () => {
  let connection: SQLite.Database;
  let id: number;
  beforeAll(async () => {
    const made = await server.ask('POST', '/api/pipelines', {
      cookie,
      json: { companyName: 'Gantrywell' },
    });
    id = (JSON.parse(made.text) as { id: number }).id;
    connection = new SQLite(server.database);
    connection.pragma('busy_timeout = 2000');
    connection.exec('alter table evaluations rename to moved');
  });
  afterAll(() => connection.close());

  test.each([
    '/pipeline/{id}/evaluation',
    '/pipeline/{id}/evaluation.data',
    '/api/pipelines/{id}/evaluation',
  ])('%s shows the id in the log and no details', async (path) => {
    const answer = await server.ask('GET', path.replace('{id}', String(id)), { cookie });
    expect(answer.status).toBe(500);
    expect(answer.text).toContain(getRequestId(answer));
    expect(answer.text).not.toMatch(/sqlite|no such table|evaluations"|at async/i);
    const lines = await findLines(answer);
    expect(lines.map(({ kind }) => kind)).toEqual(['error', 'request']);
    expect(lines[0]).toMatchObject({
      user: adminId,
      message: expect.stringContaining('no such table'),
      stack: expect.stringContaining(' at '),
    });
  });

  test('the log of a failed write does not repeat the values', async () => {
    const answer = await server.ask('POST', `/api/pipelines/${id}/evaluation`, {
      cookie,
      json: { marketNotes: 'Told in confidence' },
    });
    expect(answer.status).toBe(500);
    await findLines(answer);
    expect(server.log()).not.toContain('Told in confidence');
  });

  test('the System page shows the error to an admin', async () => {
    const broken = await server.ask('GET', `/pipeline/${id}/evaluation`, { cookie });
    connection.exec('alter table moved rename to evaluations');
    expect((await server.ask('GET', `/pipeline/${id}/evaluation`, { cookie })).status).toBe(200);
    const { text } = await server.ask('GET', '/admin/system', { cookie });
    expect(text).toContain(getRequestId(broken));
    expect(text).not.toContain('[object');
    for (const name of [
      'Version',
      'Database',
      'Write-ahead log',
      'Last backup',
      'None yet',
      'POST /api/auth/login',
    ])
      expect(text).toContain(name);
  });
});

describe('spellings of a URL (rule 9.20)', () => {
  test('64 spellings of a URL are one route on the System page', async () => {
    const SPELLED = 'dashboard';
    for (let n = 0; n < 64; n++) {
      const path = [...SPELLED]
        .map((sign, i) => (n & (1 << i) ? sign.toUpperCase() : sign))
        .join('');
      expect((await server.ask('GET', `/${path}`, { cookie })).status).toBe(200);
      await server.ask('GET', `/nothing-${n}.js`);
    }
    expect((await server.ask('GET', '/admin/history/export', { cookie })).status).toBe(200);
    const { text } = await server.ask('GET', '/admin/system', { cookie });
    const routes = [...text.matchAll(/<td[^>]*>((?:GET|POST|PUT|DELETE) [^<]*)</g)].map(
      ([, route]) => route!,
    );
    expect(routes.length).toBeGreaterThan(3);
    const odd = routes.filter((route) => /dashboard|nothing/i.test(route));
    expect(odd.filter((route) => route !== 'GET /dashboard')).toEqual([]);
    expect(routes).toContain('GET /admin/history/export');
  });
});

test('a failed scheduled backup is logged and shown to admins', async () => {
  const failures = () =>
    server
      .log()
      .split('\n')
      .filter((line) => line.includes('The backup failed'))
      .map((line) => JSON.parse(line) as Line);
  await expect.poll(() => failures().length, { timeout: 10_000 }).toBe(1);
  expect(failures()[0]).toMatchObject({
    kind: 'error',
    message: expect.stringContaining('No backup was made: '),
  });
  const { text } = await server.ask('GET', '/admin/system', { cookie });
  for (const said of ['The backup failed', 'The last backup is overdue.'])
    expect(text).toContain(said);
});

test('the server continues when nobody reads the log', async () => {
  server.stopReading();
  for (let n = 0; n < 5; n++) expect((await server.ask('GET', '/healthz')).status).toBe(200);
});
