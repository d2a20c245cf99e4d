import SQLite from 'better-sqlite3';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ADMIN, type RunningServer, startServer } from '../support/running-server';

let server: RunningServer;
let cookie: string;
const listCookies = (sent: string[] = []) => sent.map((one) => one.split(';', 1)[0]!);
beforeAll(async () => {
  server = await startServer();
  const login = await server.ask('POST', '/api/auth/login', { json: ADMIN });
  cookie = listCookies(login.headers['set-cookie']).join('; ');
  const first = await server.ask('GET', '/dashboard', { cookie });
  cookie = [cookie, ...listCookies(first.headers['set-cookie']), 'tz=Europe/Berlin'].join('; ');
  const json = { companyName: 'Gantrywell' };
  expect((await server.ask('POST', '/api/pipelines', { cookie, json })).status).toBe(201);
});
afterAll(() => server.stop());

const ask = (path: string, tag = '', sent = cookie, headers = {}) =>
  server.ask('GET', path, { cookie: sent, headers: { 'If-None-Match': tag, ...headers } });
const getTag = async (path: string) => (await ask(path)).headers.etag!;

function change(statement: string): void {
  const connection = new SQLite(server.database);
  connection.exec(statement);
  connection.close();
}

describe('pages that did not change (rule 12.12)', () => {
  test.each([
    '/dashboard',
    '/dashboard?sort=score',
    '/board',
    '/insights',
    '/dashboard.data',
    '/board.data',
    '/insights.data',
    '/tasks.data',
    '/pipeline/1.data',
  ])('%s is answered with 304 until it changes', async (path) => {
    const first = await ask(path);
    expect([first.status, first.headers['cache-control']]).toEqual([200, 'private, no-cache']);
    const again = await ask(path, first.headers.etag);
    expect([again.status, again.text]).toEqual([304, '']);
    expect(again.headers['content-security-policy']).toBeUndefined();
    change("update pipelines set company_name = company_name || '!'");
    expect((await ask(path, first.headers.etag)).status).toBe(200);
  });

  test('a change of role takes effect at the next request', async () => {
    const tag = await getTag('/dashboard');
    change("update users set role = 'user', is_admin = 0");
    const asUser = await ask('/dashboard', tag);
    change("update users set role = 'admin', is_admin = 1");
    expect([asUser.status, asUser.text.includes('href="/admin"')]).toEqual([200, false]);
  });

  test('another theme, language and time zone need another page', async () => {
    const tag = await getTag('/dashboard');
    expect((await ask('/dashboard', tag, `${cookie}; theme=dark`)).status).toBe(200);
    expect(
      (await ask('/dashboard', tag, cookie.replace('Europe/Berlin', 'Asia/Tokyo'))).status,
    ).toBe(200);
    const german = { 'Accept-Language': 'de' };
    expect((await ask('/dashboard', tag, cookie, german)).status).toBe(200);
  });

  test('an ended session gets no stored page', async () => {
    const login = await server.ask('POST', '/api/auth/login', { json: ADMIN });
    const other = [...listCookies(login.headers['set-cookie']), 'tz=UTC'].join('; ');
    const first = await ask('/board.data', '', other);
    await server.ask('POST', '/api/auth/logout', { cookie: other });
    expect((await ask('/board.data', first.headers.etag, other)).status).toBe(401);
  });

  test('a waiting message is shown and not stored', async () => {
    const tag = await getTag('/dashboard');
    const waiting = await ask('/dashboard', tag, `${cookie}; toast=x`);
    expect([waiting.status, waiting.headers['cache-control']]).toEqual([200, 'no-store']);
    expect(waiting.headers.etag).toBeUndefined();
  });

  test('a document is not stored where scripts have not run', async () => {
    const { headers } = await ask('/dashboard', '', cookie.replace('; tz=Europe/Berlin', ''));
    expect([headers['cache-control'], headers.etag]).toEqual(['no-store', undefined]);
  });

  test.each([
    '/review',
    '/account',
    '/admin/system',
    '/import',
    '/search?q=a',
    '/tasks',
    '/pipeline/1',
    '/pipeline/1/edit',
    '/pipeline/1/evaluation',
    '/pipeline/1/evaluation.data',
  ])('%s is not stored', async (path) => {
    const { headers } = await ask(path);
    expect([headers['cache-control'], headers.etag]).toEqual(['no-store', undefined]);
  });

  test('a logout has the browser delete its stored pages', async () => {
    for (const path of ['/logout', '/api/auth/logout']) {
      const login = await server.ask('POST', '/api/auth/login', { json: ADMIN });
      const other = listCookies(login.headers['set-cookie']).join('; ');
      const { headers } = await server.ask('POST', path, {
        cookie: other,
        ...(path === '/logout' && { form: {} }),
      });
      expect(headers['clear-site-data'], path).toBe('"cache"');
    }
  });

  test('over plain http to another host nothing is stored', async () => {
    const { headers } = await ask('/dashboard', '', cookie, { Host: 'deals.fund.example' });
    expect([headers['cache-control'], headers.etag]).toEqual(['no-store', undefined]);
  });
});
