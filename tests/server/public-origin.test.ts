import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { getCookies } from '../support/actors';
import {
  ADMIN,
  type RunningServer,
  startServer,
  type TestRequest,
} from '../support/running-server';

/** Tests a server behind a proxy: browsers are at APP_URL, and the server gets the proxy's Host. */
const APP_URL = 'https://deals.fund.example';

let server: RunningServer;
let cookie: string;
beforeAll(async () => {
  server = await startServer({ env: { APP_URL } });
  cookie = getCookies(await server.ask('POST', '/api/auth/login', { json: ADMIN }));
});
afterAll(() => server.stop());

/** Sent repeatedly, although the company exists. */
const form = { companyName: 'Behind a proxy', force: 'behindaproxy' };
const BROWSER = { 'Sec-Fetch-Site': 'same-origin', 'Sec-Fetch-Dest': 'empty' };

const SENDS: [string, number, string, TestRequest][] = [
  ['a document', 302, '/pipeline/new', { form }],
  ['a navigation by script', 202, '/pipeline/new.data', { form, headers: BROWSER }],
  ['a fetcher', 202, '/settings.data', { form: { theme: 'dark', back: '/' }, headers: BROWSER }],
  ['a call of the API', 201, '/api/pipelines', { json: form }],
];

const PROXIES: Record<string, string>[] = [
  {},
  { Host: 'app:3000' },
  { Host: 'other.example' },
  { 'X-Forwarded-Host': 'other.example' },
  { Host: 'deals.fund.example', 'X-Forwarded-Host': 'app:3000' },
  { Host: 'app:3000', 'X-Forwarded-Host': 'deals.fund.example' },
  { Host: 'app:3000', 'X-Forwarded-Host': 'a.example, b.example:81', 'X-Forwarded-Proto': 'http' },
];

describe('the printed address (rule 12.32)', () => {
  test('the start prints the address for browsers', () => {
    expect(server.log()).toContain(`Deal Pipeline is at ${APP_URL}\n`);
    expect(server.log()).toMatch(/Listening on http:\/\/localhost:\d+\n/);
  });
});

describe.each(SENDS)('%s (rule 12.39)', (_way, status, path, asked) => {
  const send = (headers: Record<string, string>) =>
    server.ask('POST', path, { ...asked, cookie, headers: { ...asked.headers, ...headers } });

  test.each(PROXIES)('APP_URL through a proxy that sends %j is answered', async (headers) => {
    const answer = await send({ Origin: APP_URL, ...headers });
    expect(answer.status, answer.text).toBe(status);
    expect(answer.text + JSON.stringify(answer.headers)).not.toMatch(/other\.example|app:3000/);
  });

  test.each(['localhost', '127.0.0.1:3000', '[::1]:3000'])(
    'a request from %s beside the server is answered',
    async (Host) => {
      expect((await send({ Origin: `http://${Host}`, Host })).status).toBe(status);
      const forwarded = { 'X-Forwarded-Host': 'other.example' };
      expect((await send({ Origin: `http://${Host}`, Host, ...forwarded })).status).toBe(status);
    },
  );

  test.each([
    'evil.example',
    'evil.example:3000',
    'localhost.evil.example',
    '192.168.7.7',
    '[::2]',
  ])('a request from %s, which is not APP_URL, is 403', async (Host) => {
    expect((await send({ Origin: `http://${Host}`, Host })).status).toBe(403);
    const forwarded = { 'X-Forwarded-Host': 'deals.fund.example' };
    expect((await send({ Origin: `http://${Host}`, Host, ...forwarded })).status).toBe(403);
  });

  test.each(PROXIES)('another site through a proxy that sends %j is 403', async (headers) => {
    for (const Origin of [
      'https://evil.example',
      'https://deals.fund.example.evil.example',
      'null',
    ]) {
      const answer = await send({ Origin, ...headers });
      expect([answer.status, JSON.parse(answer.text)]).toEqual([
        403,
        { message: 'This request comes from another site.' },
      ]);
    }
  });
});

test('pages are answered for any Host', async () => {
  for (const headers of PROXIES)
    for (const path of ['/dashboard', '/dashboard.data'])
      expect((await server.ask('GET', path, { cookie, headers })).status).toBe(200);
});

test('HTTPS cookies are Secure with the prefix __Host-', async () => {
  const account = { ...ADMIN, email: 'new@demo.example', firstName: 'New', lastName: 'Person' };
  const deal = { cookie, form: { companyName: 'New' } };
  const answers = [
    await server.ask('POST', '/api/auth/login', { json: ADMIN }),
    await server.ask('GET', '/login'),
    await server.ask('POST', '/settings', { form: { theme: 'dark', density: 'compact' } }),
    await server.ask('POST', '/api/auth/signup', { json: account }),
    await server.ask('POST', '/pipeline/new', deal),
  ];
  const cookies = answers.flatMap(({ headers }) => headers['set-cookie'] ?? []);
  for (const one of cookies) expect(one).toMatch(/^__Host-\w+=[^;]+;.*; Path=\/;.*; Secure/);
  const names = cookies.map((one) => /^__Host-(\w+)/.exec(one)![1]);
  expect(names).toEqual(['session', 'device', 'styles', 'theme', 'density', 'signup', 'toast']);
  expect(answers[1]!.text).toMatch(/"__Host-tz=; [^"]*; Secure; /);
});
