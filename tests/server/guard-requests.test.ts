import { connect } from 'node:net';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { BODY_TIMEOUT_MS, MAX_CONNECTIONS, SERVER_TIMEOUTS_MS } from '~/http/server/guard.server';
import { buildRequest, getDataAddress } from '../support/access-requests';
import { ACCESS_TABLE } from '../support/access-table';
import { type PeopledServer, startPeopledServer } from '../support/actors';
import type { TestRequest } from '../support/running-server';

/** Tests requests that never reach a route: a small plain answer, and nothing changes. */

let server: PeopledServer;
let cookie: string;
let slow: Promise<{ text: string; after: number }>[];
beforeAll(async () => {
  server = await startPeopledServer();
  cookie = server.cookies.admin!;
  slow = ['GET / HTTP/1.1\r\nHost: localhost\r\nX-Slow: ', 'GET /?', ''].map(trickle);
});
afterAll(async () => {
  await server.stop();
});

/** Sends one byte a second, or nothing, while the server listens. */
async function trickle(start: string) {
  const began = Date.now();
  const socket = connect(server.port, '127.0.0.1');
  let text = '';
  socket.on('data', (chunk: Buffer) => (text += chunk.toString('latin1')));
  socket.on('error', () => undefined);
  socket.write(start);
  const timer = setInterval(() => start && socket.write('x'), 1_000);
  await new Promise((resolve) => socket.once('close', resolve));
  clearInterval(timer);
  return { text, after: Date.now() - began };
}

async function refused(method: string, path: string, asked: TestRequest): Promise<number> {
  const before = server.fingerprint();
  const { status, text, headers } = await server.ask(method, path, { cookie, ...asked });
  expect(status).toBeGreaterThanOrEqual(400);
  expect(status).toBeLessThan(500);
  expect(text.length).toBeLessThan(200);
  expect(headers['content-type']).toMatch(/^application\/json/);
  expect(server.fingerprint()).toBe(before);
  return status;
}

/** Mail programs send this from anywhere, as the address is the secret. */
const ONE_CLICK = 'unsubscribe.$key';
/** One row for every unsafe route. */
const WRITES = [
  ...new Map(
    ACCESS_TABLE.filter(
      ({ method, route }) => method !== 'GET' && !route.endsWith('$') && route !== ONE_CLICK,
    ).map((row) => [`${row.route} ${row.method}`, row]),
  ).values(),
];
const SITES = ['cross-site', 'same-site', 'none', 'same-origin', undefined];
/**
 * These routes are tried with every pair of headers, the others with one, as the guard is the same.
 */
const THOROUGH = ['pipeline.new', 'api.pipelines'];

function sources(): { Origin?: string; 'Sec-Fetch-Site'?: string }[] {
  const { base, port } = server;
  const pairs = [
    'https://evil.example',
    'null',
    `http://sub.127.0.0.1:${port}`,
    `http://127.0.0.1:${port + 1}`,
    base.replace('http:', 'https:'),
    'not an origin',
  ].flatMap((Origin) =>
    SITES.map((site) => ({ Origin, ...(site !== undefined && { 'Sec-Fetch-Site': site }) })),
  );
  return [{ 'Sec-Fetch-Site': 'cross-site' }, { 'Sec-Fetch-Site': 'same-site' }, ...pairs];
}

describe('unsafe requests from another site (ASVS 3.5.1, rule 20.15)', () => {
  let kinds = 0;

  test.each(WRITES)('$method $path from another site changes nothing', async (row) => {
    server.reset();
    const { path, ...body } = buildRequest(server, row);
    const fields = body.form ?? (body.json as Record<string, string> | undefined) ?? {};
    const ways: [string, TestRequest][] = [
      [path, { form: fields }],
      [path, { json: fields }],
      [path, { body: JSON.stringify(fields), headers: { 'Content-Type': 'text/plain' } }],
      [path, { body: '--x--', headers: { 'Content-Type': 'multipart/form-data; boundary=x' } }],
      [getDataAddress(path), row.path.startsWith('/api/') ? { json: fields } : { form: fields }],
    ];
    const before = server.fingerprint();
    const all = sources();
    const passed: unknown[] = [];
    for (const [address, asked] of ways)
      for (const source of THOROUGH.includes(row.route) ? all : [all[kinds % all.length]!]) {
        const headers = { ...asked.headers, ...source };
        const { status, text } = await server.ask(row.method, address, {
          cookie,
          ...asked,
          headers,
        });
        if (status !== 403 || text !== '{"message":"This request comes from another site."}')
          passed.push([source, address, status]);
        kinds++;
      }
    expect(passed).toEqual([]);
    expect(server.fingerprint()).toBe(before);
  });

  test('more than 400 kinds of cross-site requests are tried', () => {
    console.log(`${kinds} kinds of request from another site, refused; 0 changes of state`);
    expect(kinds).toBeGreaterThan(400);
  });

  test("a mail program's one-click unsubscribe passes the guard", async () => {
    const isOn = () =>
      server.sql
        .prepare('select count(*) from preferences where review_mail_since is not null')
        .pluck()
        .get();
    for (const sent of [
      { form: { 'List-Unsubscribe': 'One-Click' } },
      {
        body: '--x\r\nContent-Disposition: form-data; name="List-Unsubscribe"\r\n\r\nOne-Click\r\n--x--\r\n',
        headers: { 'Content-Type': 'multipart/form-data; boundary=x' },
      },
    ]) {
      server.reset();
      const path = `/unsubscribe/${server.addSubscription()}`;
      expect(isOn()).toBe(1);
      const headers = {
        ...sent.headers,
        Origin: 'https://mail.example',
        'Sec-Fetch-Site': 'cross-site',
      };
      expect((await server.ask('POST', path, { ...sent, headers })).status).toBe(200);
      expect(isOn()).toBe(0);
    }
  });

  test('the same requests from our own page are answered', async () => {
    const ours: Record<string, string>[] = [
      { Origin: server.base, 'Sec-Fetch-Site': 'same-origin' },
      { 'Sec-Fetch-Site': 'none' },
      {},
    ];
    for (const headers of ours) {
      expect(
        (
          await server.ask('POST', '/pipeline/new', {
            cookie,
            form: { companyName: 'Ours', force: 'ours' },
            headers,
          })
        ).status,
      ).toBe(302);
      expect(
        (
          await server.ask('POST', '/api/pipelines', {
            cookie,
            json: { companyName: 'Ours' },
            headers,
          })
        ).status,
      ).toBe(201);
    }
  });
});

test('the guard runs before every route', async () => {
  const form = { 'Content-Type': 'application/x-www-form-urlencoded' };
  const json = { 'Content-Type': 'application/json' };
  for (const [status, method, path, asked] of [
    [405, 'TRACE', '/dashboard', {}],
    [405, 'PURGE', '/healthz', {}],
    [405, 'PUT', '/pipeline/new', {}],
    [400, 'GET', '/login', { headers: { Host: 'a:99999' } }],
    [400, 'GET', '/assets/%ff', {}],
    [400, 'GET', '/dashboard?_data=routes%2Fdashboard', {}],
    [400, 'POST', '/api/pipelines', { headers: json, body: '['.repeat(10_000) }],
    [413, 'POST', '/api/pipelines', { headers: json, body: 'x'.repeat(1_100_000) }],
    [413, 'POST', '/settings', { headers: form, body: 'x'.repeat(300_000) }],
    [415, 'POST', '/api/auth/login', { headers: form, body: 'email=x' }],
    [415, 'POST', '/admin', { headers: json, body: '{}' }],
    [
      415,
      'POST',
      '/api/pipelines',
      { headers: { ...json, 'Content-Encoding': 'gzip' }, body: gzipSync('{}') },
    ],
  ] as const)
    expect([path, await refused(method, path, asked)]).toEqual([path, status]);
});

describe('invalid HTTP', () => {
  test('CONNECT, unknown and missing methods end the connection', async () => {
    for (const line of [
      'CONNECT evil.example:443 HTTP/1.1',
      'BREW / HTTP/1.1',
      ' / HTTP/1.1',
      'get / HTTP/1.1',
    ]) {
      const { text, closed } = await server.raw(`${line}\r\nHost: localhost\r\n\r\n`);
      expect(closed).toBe(true);
      expect(text).toMatch(/^(HTTP\/1\.1 4\d\d |$)/);
    }
  });

  test.each(['Host: a\r\nHost: b', 'X-Nothing: 1', 'Host : localhost'])(
    'the malformed request %j is refused',
    async (headers) => {
      const { text } = await server.raw(
        `GET /login HTTP/1.1\r\n${headers}\r\nConnection: close\r\n\r\n`,
      );
      expect(text).toMatch(/^HTTP\/1\.1 400 /);
    },
  );

  test.each(['*', 'http://evil.example/', '/a\\b', 'x'])(
    'the target %j is refused',
    async (target) => {
      const { text } = await server.raw(`GET ${target} HTTP/1.1\r\nHost: localhost\r\n\r\n`);
      expect(text).toMatch(/^HTTP\/1\.1 400 /);
    },
  );

  test('20 KB of URL or header is 431 (ASVS 4.2.5)', async () => {
    for (const head of [
      `GET /?${'x'.repeat(20_000)} HTTP/1.1\r\n`,
      `GET / HTTP/1.1\r\nX-Long: ${'x'.repeat(20_000)}\r\n`,
    ])
      expect((await server.raw(`${head}Host: localhost\r\n\r\n`)).text).toMatch(/^HTTP\/1\.1 431 /);
  });
});

describe('bodies', () => {
  test.each([
    ['/api/pipelines', 'application/json', 1_200_000],
    ['/pipeline/new', 'application/x-www-form-urlencoded', 300_000],
  ])('chunks without a length are counted: %s', async (path, type, size) => {
    const before = server.fingerprint();
    const chunk = `${(10_000).toString(16)}\r\n${'x'.repeat(10_000)}\r\n`;
    const { text } = await server.raw(
      `POST ${path} HTTP/1.1\r\nHost: localhost\r\nCookie: ${cookie}\r\nContent-Type: ${type}\r\nTransfer-Encoding: chunked\r\nConnection: close\r\n\r\n${chunk.repeat(size / 10_000)}0\r\n\r\n`,
    );
    expect(text).toMatch(/^HTTP\/1\.1 413 /);
    expect(server.fingerprint()).toBe(before);
  });

  test('bytes after the answer are cut off', async () => {
    const head = `POST /api/auth/logout HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: 900000\r\n\r\n{`;
    const { text, closed } = await server.raw(head, 5_000);
    expect(text).toMatch(/^HTTP\/1\.1 200 /);
    expect(closed).toBe(true);
  });

  test.each([
    'Content-Length: 5\r\nTransfer-Encoding: chunked',
    'Content-Length: 5\r\nContent-Length: 6',
    'Transfer-Encoding: chunked, identity',
    'Transfer-Encoding: xchunked',
    'Content-Length: -1',
    'Content-Length: 5,5',
    'Content-Length: 0x5',
  ])('an ambiguous body length is refused (ASVS 4.2.1): %j', async (headers) => {
    const { text, closed } = await server.raw(
      `POST /api/auth/logout HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n${headers}\r\n\r\n0\r\n\r\nGET /smuggled HTTP/1.1\r\nHost: localhost\r\n\r\n`,
    );
    expect(text).toMatch(/^HTTP\/1\.1 400 /);
    expect(text.match(/HTTP\/1\.1/g)).toHaveLength(1);
    expect(closed).toBe(true);
  });

  test('an unsupported Expect is 417', async () => {
    expect(
      (
        await server.raw(
          'POST /login HTTP/1.1\r\nHost: localhost\r\nExpect: a-pony\r\nConnection: close\r\nContent-Length: 1\r\n\r\n',
        )
      ).text,
    ).toMatch(/^HTTP\/1\.1 417 /);
  });
});

describe('slow clients', () => {
  test('slow clients meet the configured limits', () => {
    expect(SERVER_TIMEOUTS_MS).toEqual({
      keepAliveTimeout: 30_000,
      headersTimeout: 5_000,
      requestTimeout: 30 * 60_000,
      connectionsCheckingInterval: 1_000,
    });
    expect(BODY_TIMEOUT_MS).toBe(60_000);
    expect(MAX_CONNECTIONS).toBe(4_000);
  });

  test('a client that sends byte by byte gets 408 and is cut off', async () => {
    for (const { text, after } of await Promise.all(slow)) {
      expect(text).toMatch(/^HTTP\/1\.1 408 /);
      expect(after).toBeLessThan(15_000);
    }
  }, 40_000);
});

test('the process survives all that without an error in the log', () => {
  expect(() => process.kill(server.pid(), 0)).not.toThrow();
  expect(
    server
      .log()
      .split('\n')
      .filter((line) => /Error|^ {4}at /.test(line)),
  ).toEqual([]);
});
