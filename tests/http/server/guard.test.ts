import { once } from 'node:events';
import { createServer, request as send, type Server } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import express from 'express';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { guardRequest } from '~/http/server/guard.server';

/** Tests the guard in front of a simple handler, over real HTTP. */
let server: Server;
let port: number;
let reached = 0;
beforeAll(async () => {
  const app = express();
  app.use(guardRequest);
  app.use((request, response) => {
    reached++;
    request.resume();
    response.send('reached');
  });
  server = createServer(app).listen(0, '127.0.0.1');
  await once(server, 'listening');
  port = (server.address() as AddressInfo).port;
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});

type Sent = [method: string, path: string, headers?: Record<string, string>, body?: string];

function ask(...[method, path, headers = {}, body = '']: Sent) {
  const to = { port, host: '127.0.0.1', method, path, headers, agent: false };
  return new Promise<{ status: number; headers: Headers; text: string }>((resolve, reject) => {
    const sent = send(to, (response) => {
      let text = '';
      response.setEncoding('utf8').on('data', (chunk: string) => (text += chunk));
      const answered = new Headers(response.headers as Record<string, string>);
      response.on('end', () => resolve({ status: response.statusCode!, headers: answered, text }));
    });
    sent.on('error', reject).end(body);
  });
}

/** Sends lines that node:http would refuse. */
async function raw(lines: string[]): Promise<number> {
  const socket = connect(port, '127.0.0.1');
  socket.write(`${lines.join('\r\n')}\r\n\r\n`);
  const [chunk] = (await once(socket, 'data')) as [Buffer];
  socket.destroy();
  return Number(/^HTTP\/1\.1 (\d{3})/.exec(chunk.toString('latin1'))?.[1]);
}

async function expectPassed(...sent: Sent): Promise<void> {
  expect([sent.slice(0, 3), (await ask(...sent)).status]).toEqual([sent.slice(0, 3), 200]);
}

/** Returns the headers of the answer. */
async function expectRefused(status: number, message: string, ...sent: Sent): Promise<Headers> {
  const before = reached;
  const { headers, ...answer } = await ask(...sent);
  expect([sent.slice(0, 3), answer]).toEqual([
    sent.slice(0, 3),
    { status, text: JSON.stringify({ message }) },
  ]);
  expect(headers.get('Cache-Control')).toBe('no-store');
  expect(headers.get('Connection'), 'the connection ends after it').toBe('close');
  expect(reached).toBe(before);
  return headers;
}

test('pages accept GET, HEAD and POST, and the API four more', async () => {
  const unsafe = ['PUT', 'PATCH', 'DELETE'];
  for (const method of ['GET', 'HEAD', 'POST', ...unsafe]) await expectPassed(method, '/api/x?y=1');
  const message = 'This method is not allowed here.';
  for (const method of unsafe) {
    const headers = await expectRefused(405, message, method, '/x');
    expect(headers.get('Allow')).toBe('GET, HEAD, POST');
  }
  for (const method of ['OPTIONS', 'TRACE', 'PROPFIND', 'PURGE', 'LINK', 'M-SEARCH']) {
    const headers = await expectRefused(405, message, method, '/');
    expect(headers.get('Allow')).toBe('GET, HEAD, POST, PUT, PATCH, DELETE');
  }
});

describe('Host and X-Forwarded-Host', () => {
  const LOCAL = ['localhost', 'localhost:3000', '127.0.0.1:1', '[::1]:3000', '[::1]'];
  const REMOTE = ['deals.fund.example', 'my_host:80', 'a.b-c.example:65535'];
  test.each([...LOCAL, ...REMOTE])('the host %s is accepted', async (host) => {
    await expectPassed('GET', '/', { Host: host });
    await expectPassed('GET', '/', { 'X-Forwarded-Host': `${host}, b.example` });
  });

  const SIGNS = ['a b', 'a/b', 'a@b', 'a?b', 'a#b', 'a,b', 'a"b', "a'b", '%41', 'ä.example'];
  const PORTS = ['a:b', 'a:123456', 'localhost:99999', '999.999.999.999', '1.2.3.4.5'];
  const OTHERS = ['[::::]', '[::1', '::1', 'http://a', '<script>', ' '];
  test.each([...SIGNS, ...PORTS, ...OTHERS])('the host %j is refused with 400', async (host) => {
    await expectRefused(400, 'The Host header is not valid.', 'GET', '/', { Host: host });
    if (host.includes(',')) return;
    const forwarded = { 'X-Forwarded-Host': `a.example, ${host}` };
    await expectRefused(400, 'The Host header is not valid.', 'GET', '/', forwarded);
  });

  test('a missing Host header is refused with 400', async () => {
    const before = reached;
    for (const lines of [['GET / HTTP/1.1'], ['GET / HTTP/1.0'], ['GET / HTTP/1.1', 'Host:']])
      expect(await raw(lines)).toBe(400);
    expect(reached).toBe(before);
  });
});

describe('request targets', () => {
  const ENCODED = ['/a%20b', '/%E4%B8%AD', '/x?a=%', '/x?%E0%A4%A'];
  test.each(['/', '/a//b', '//evil.com/', '/..', '/;a=b', '/x?[]=1', ...ENCODED])(
    'the target %s is accepted',
    (path) => expectPassed('GET', path),
  );

  const BROKEN = ['/%', '/%zz', '/%E0%A4%A', '/%C0%AF', '/%ff', '*', 'http://evil.example/x'];
  const SLASHES = ['/a\\b', '/\\evil.com', '/x?a\\b', '/%5C', '/%5c%22//', '/a/%5Cb'];
  const OTHERS = ['/%00', '/%09/[', '/a%0Ab', '/%7F', '/x?_data=routes%2Fx', '/x?a&%5Fdata'];
  test.each([...BROKEN, ...SLASHES, ...OTHERS])(
    'the target %s is refused with 400',
    async (path) => {
      await expectRefused(400, 'The address is not valid.', 'GET', path);
    },
  );
});

describe('cross-site requests', () => {
  const EVIL = 'https://evil.example';
  const OURS = 'http://localhost:3000';
  const WRITES = ['POST', 'PUT', 'PATCH', 'DELETE'];
  const SITES = ['cross-site', 'same-site', 'bogus', ''];
  const LIKE_OURS = ['http://localhost', 'http://localhost:3001', 'https://localhost:3000'];
  const ORIGINS = [EVIL, 'null', 'file://', '', 'evil', `${OURS}.evil.example`, ...LIKE_OURS];

  test.each<Record<string, string>>([
    ...SITES.map((site) => ({ 'Sec-Fetch-Site': site })),
    ...ORIGINS.map((origin) => ({ Origin: origin })),
    { 'Sec-Fetch-Site': 'cross-site', Origin: OURS },
    { 'Sec-Fetch-Site': 'same-origin', Origin: EVIL },
    { Origin: EVIL, 'X-Forwarded-Host': 'evil.example', 'X-Forwarded-Proto': 'https' },
  ])('a write with %j is refused with 403', async (headers) => {
    const message = 'This request comes from another site.';
    for (const method of WRITES) await expectRefused(403, message, method, '/api/x', headers);
  });

  test.each<Record<string, string>>([
    {},
    { 'Sec-Fetch-Site': 'none' },
    { Host: 'box:8080', Origin: 'http://box:8080' },
    { 'Sec-Fetch-Site': 'same-origin', Origin: OURS },
  ])('a write with %j is accepted', async (headers) => {
    for (const method of WRITES) await expectPassed(method, '/api/x', headers);
  });

  test('a link on another site can be followed', async () => {
    const headers = { 'Sec-Fetch-Site': 'cross-site', Origin: EVIL };
    for (const method of ['GET', 'HEAD']) await expectPassed(method, '/', headers);
  });
});

describe('bodies (rule 11.26)', () => {
  const JSON_TYPE = { 'Content-Type': 'application/json' };
  const FORM_TYPE = { 'Content-Type': 'application/x-www-form-urlencoded' };
  const OTHER_TYPES: Record<string, string>[] = [
    {},
    { 'Content-Type': 'text/plain' },
    { 'Content-Type': 'multipart/form-data; boundary=x' },
  ];

  test('a body over 1 MB, on pages 256 KB, is refused with 413', async () => {
    for (const [path, type, limit] of [
      ['/api/x', JSON_TYPE, 1_000_000],
      ['/x', FORM_TYPE, 262_144],
    ] as const) {
      const sized = (size: number) => ({ ...type, 'Content-Length': String(size) });
      await expectPassed('POST', path, sized(limit), 'x'.repeat(limit));
      const longer = 'x'.repeat(limit + 1);
      const message = 'The request is too large.';
      await expectRefused(413, message, 'POST', path, sized(limit + 1), longer);
    }
    const head = ['POST /api/x HTTP/1.1', 'Host: localhost', 'Content-Type: application/json'];
    expect(await raw([...head, 'Content-Length: 5000000000'])).toBe(413);
  });

  test.each(['/api/x', '/API/x', '/%61pi/x', '/api/x.data'])(
    '%s accepts JSON or no body, or else answers 415',
    async (path) => {
      await expectPassed('POST', path);
      await expectPassed('POST', path, { 'Content-Length': '0', 'Content-Type': 'text/plain' });
      for (const type of ['application/json', 'Application/JSON; charset=utf-8'])
        await expectPassed('POST', path, { 'Content-Type': type }, '{}');
      for (const headers of [...OTHER_TYPES, FORM_TYPE, { 'Content-Type': 'application/jsonp' }])
        await expectRefused(415, 'Please send application/json.', 'POST', path, headers, '{}');
    },
  );

  test.each(['/x', '/x.data', '/apix', '/'])(
    '%s accepts forms, or else answers 415',
    async (path) => {
      await expectPassed('POST', path, FORM_TYPE, 'a=b');
      const message = 'Please send application/x-www-form-urlencoded.';
      for (const headers of [...OTHER_TYPES, JSON_TYPE])
        await expectRefused(415, message, 'POST', path, headers, 'a=b');
    },
  );

  test.each(['gzip', 'br', 'x', 'identity, gzip'])(
    'a body encoded as %s is refused with 415',
    async (encoding) => {
      const headers = { ...JSON_TYPE, 'Content-Encoding': encoding };
      const message = 'Please send the body uncompressed.';
      await expectRefused(415, message, 'POST', '/api/x', headers, '{}');
    },
  );

  test.each(['GET', 'HEAD'])('a body of a %s request is refused with 400', async (method) => {
    const before = reached;
    for (const [name, value] of [
      ['Content-Length', '3'],
      ['Transfer-Encoding', 'chunked'],
    ] as const)
      expect((await ask(method, '/x', { ...FORM_TYPE, [name]: value }, 'a=b')).status).toBe(400);
    expect(reached).toBe(before);
  });
});
