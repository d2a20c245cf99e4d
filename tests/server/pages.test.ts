import SQLite from 'better-sqlite3';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ADMIN, type RunningServer, startServer } from '../support/running-server';

/** Checks that each answer is rendered for its own request: nonce, session and current data. */
let server: RunningServer;
let cookie: string;
beforeAll(async () => {
  server = await startServer();
  const { headers } = await server.ask('POST', '/api/auth/login', { json: ADMIN });
  cookie = headers['set-cookie']!.map((one) => one.split(';', 1)[0]).join('; ');
});
afterAll(() => server.stop());

const dashboard = () => server.ask('GET', '/dashboard', { cookie });
const getNonce = (policy: unknown) => /'nonce-([^']+)'/.exec(String(policy))![1]!;

test('every answer has its own nonce in header and scripts', async () => {
  const answers = [await dashboard(), await dashboard(), await dashboard()];
  const nonces = answers.map(({ headers }) => getNonce(headers['content-security-policy']));
  expect(new Set(nonces).size).toBe(3);
  answers.forEach(({ text }, n) =>
    expect(new Set([...text.matchAll(/nonce="([^"]*)"/g)].map(([, nonce]) => nonce))).toEqual(
      new Set([nonces[n]]),
    ),
  );
  const pages = answers.map(({ text }, n) => text.replaceAll(nonces[n]!, ''));
  expect(new Set(pages).size, 'the same page otherwise').toBe(1);
});

test('the title names an error only where there is one', async () => {
  const getTitle = async (path: string) =>
    /<title>(.*?)<\/title>/.exec((await server.ask('GET', path)).text)?.[1];
  expect(await getTitle('/')).toBe('Deal Pipeline');
  expect(await getTitle('/login')).toBe('Sign in · Deal Pipeline');
  expect(await getTitle('/nowhere')).toBe('404 Page Not Found · Deal Pipeline');
});

test('any spelling of an address answers the same page', async () => {
  const addresses = ['/dashboard', '/Dashboard', '/%64ashboard', '/dashboard/', '/DASHBOARD/'];
  for (const address of addresses) {
    const { status, text } = await server.ask('GET', address, { cookie });
    expect([address, status, /<title>.*?<\/title>/.exec(text)?.[0]]).toEqual([
      address,
      200,
      '<title>Deal Pipeline Dashboard · Deal Pipeline</title>',
    ]);
  }
  const { status } = await server.ask('GET', '/dashboards', { cookie });
  expect(status).toBe(404);
});

test('a part whose code loads on demand is in its first answer', async () => {
  const json = { companyName: 'Ravelstone', ceoName: 'Mei Sato' };
  const created = await server.ask('POST', '/api/pipelines', { cookie, json });
  const { id } = JSON.parse(created.text) as { id: number };
  const { status, text } = await server.ask('GET', `/dashboard?details=${id}`, { cookie });
  expect(status).toBe(200);
  expect(text).toMatch(/<dialog[^]*Mei Sato[^]*<\/dialog>/);
  await server.ask('DELETE', `/api/pipelines/${id}`, { cookie });
});

test('the error page of a sent form keeps navigation and theme', async () => {
  const { status, text } = await server.ask('POST', '/pipeline/999999/notes', {
    cookie: `${cookie}; theme=dark`,
    form: { text: 'Typed' },
    headers: { Accept: 'text/html' },
  });
  expect(status).toBe(404);
  expect(text).toContain('href="/board"');
  expect(text).toContain('data-theme="dark"');
});

describe('fresh pages (rule 12.12)', () => {
  test('a change shows at once in list, figures and theme', async () => {
    await dashboard();
    const json = { companyName: 'Gantrywell', evaluationScore: 7, industries: ['Fintech'] };
    const created = await server.ask('POST', '/api/pipelines', { cookie, json });
    const { id } = JSON.parse(created.text) as { id: number };
    expect((await dashboard()).text).toContain('Gantrywell');
    await server.ask('PUT', `/api/pipelines/${id}`, { cookie, json: { companyName: 'Quillmoor' } });
    const { text } = await dashboard();
    expect(text).toContain('Quillmoor');
    expect(text).not.toContain('Gantrywell');
    await server.ask('DELETE', `/api/pipelines/${id}`, { cookie });
    expect((await dashboard()).text).not.toContain('Quillmoor');
    expect(
      (await server.ask('GET', '/dashboard', { cookie: `${cookie}; theme=dark` })).text,
    ).toContain('data-theme="dark"');
    expect((await dashboard()).text).not.toContain('data-theme="dark"');
  });

  test('pages, their data and the API renew a session in use', async () => {
    for (const path of [
      '/dashboard',
      '/dashboard.data',
      '/dashboard.data?_routes=routes%2Fdashboard',
      '/api/pipelines',
      '/insights/csv',
    ]) {
      const renewed = async () =>
        (await server.ask('GET', path, { cookie })).headers['set-cookie']?.filter((one) =>
          one.startsWith(cookie.split('=', 1)[0]!),
        ) ?? [];
      expect(await renewed(), path).toEqual([]);
      const file = new SQLite(server.database);
      file.exec('update sessions set expire = expire - 2 * 60 * 60 * 1000');
      file.close();
      expect(await renewed(), path).toEqual([expect.stringContaining('Max-Age=1209600')]);
    }
  });

  test('after a logout the page answers 401', async () => {
    await dashboard();
    await server.ask('POST', '/api/auth/logout', { cookie });
    expect((await dashboard()).status).toBe(401);
  });
});
