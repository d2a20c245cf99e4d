import { once } from 'node:events';
import { createServer, request as send, type Server } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import express from 'express';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { guard } from '~/web/http/guard.server';

/** The guard in front of a handler that answers as soon as it is reached, over real HTTP. */
let server: Server;
let port: number;
let reached = 0;
beforeAll(async () => {
  const app = express();
  app.use(guard);
  app.use((request, response) => {
    reached++;
    request.resume();
    response.send('reached');
  });
  server = createServer(app).listen(0, '127.0.0.1');
  await once(server, 'listening');
  port = (server.address() as AddressInfo).port;
});
beforeEach(() => {
  reached = 0;
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});

interface Answer {
  status: number;
  headers: Record<string, string | string[] | undefined>;
  text: string;
}

function ask(
  method: string,
  path: string,
  headers: Record<string, string> = {},
  body = '',
): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const sent = send(
      { port, host: '127.0.0.1', method, path, headers, agent: false },
      (response) => {
        let text = '';
        response.setEncoding('utf8').on('data', (chunk: string) => (text += chunk));
        response.on('end', () =>
          resolve({ status: response.statusCode!, headers: response.headers, text }),
        );
      },
    );
    sent.on('error', reject).end(body);
  });
}

/** For what node:http would not send. */
async function raw(lines: string[]): Promise<number> {
  const socket = connect(port, '127.0.0.1');
  socket.write(`${lines.join('\r\n')}\r\n\r\n`);
  const [chunk] = (await once(socket, 'data')) as [Buffer];
  socket.destroy();
  return Number(/^HTTP\/1\.1 (\d{3})/.exec(chunk.toString('latin1'))?.[1]);
}

async function refused(answer: Promise<Answer>, status: number, message: string): Promise<Answer> {
  const { text, ...rest } = await answer;
  expect(rest.status).toBe(status);
  expect(JSON.parse(text)).toEqual({ message });
  expect(rest.headers['cache-control']).toBe('no-store');
  expect(reached).toBe(0);
  return { text, ...rest };
}

describe('methods', () => {
  test.each(['GET', 'POST', 'PUT', 'PATCH', 'DELETE'])('%s passes', async (method) => {
    expect(await ask(method, '/api/x?y=1')).toMatchObject({ status: 200, text: 'reached' });
  });

  test('HEAD passes', async () => {
    expect((await ask('HEAD', '/')).status).toBe(200);
  });

  test.each(['OPTIONS', 'TRACE', 'PROPFIND', 'PURGE', 'LINK', 'M-SEARCH'])(
    '%s is 405 with Allow',
    async (method) => {
      const { headers } = await refused(ask(method, '/'), 405, 'This method is not allowed here.');
      expect(headers.allow).toBe('GET, HEAD, POST, PUT, PATCH, DELETE');
    },
  );
});

test.each(['PUT', 'PATCH', 'DELETE'])('a page takes no %s', async (method) => {
  const { headers } = await refused(ask(method, '/x'), 405, 'This method is not allowed here.');
  expect(headers.allow).toBe('GET, HEAD, POST');
});

describe('the Host header', () => {
  test.each([
    'localhost',
    'localhost:3000',
    '127.0.0.1:1',
    '[::1]:3000',
    '[::1]',
    'deals.fund.example',
    'my_host:80',
    'a.b-c.example:65535',
  ])('%s passes', async (Host) => {
    expect((await ask('GET', '/', { Host })).status).toBe(200);
  });

  test.each([
    ' ',
    'a b',
    'a/b',
    'a@b',
    'a?b',
    'a#b',
    'a:b',
    'a:123456',
    'localhost:99999',
    '999.999.999.999',
    '1.2.3.4.5',
    '[::::]',
    '[::1',
    '::1',
    'http://a',
    'a,b',
    'a"b',
    '<script>',
    'ä.example',
    "a'b",
    '%41',
  ])('%j is 400: Remix would build an address of it and fail', async (Host) => {
    await refused(ask('GET', '/', { Host }), 400, 'The Host header is not valid.');
  });

  test('none is 400', async () => {
    expect(await raw(['GET / HTTP/1.1'])).toBe(400);
    expect(await raw(['GET / HTTP/1.0'])).toBe(400);
    expect(await raw(['GET / HTTP/1.1', 'Host:'])).toBe(400);
    expect(reached).toBe(0);
  });

  test.each(['a:99999', 'a b', 'x:80, y:99999', ''])(
    'X-Forwarded-Host %j is 400: Remix takes the port from it, proxy or not',
    async (forwarded) => {
      await refused(
        ask('GET', '/', { 'X-Forwarded-Host': forwarded }),
        400,
        'The Host header is not valid.',
      );
    },
  );

  test.each(['deals.fund.example', 'deals.fund.example:443', 'a.example, b.example:80'])(
    'X-Forwarded-Host %s passes',
    async (forwarded) => {
      expect((await ask('GET', '/', { 'X-Forwarded-Host': forwarded })).status).toBe(200);
    },
  );
});

describe('the address', () => {
  test.each([
    '/',
    '/a%20b',
    '/%E4%B8%AD',
    '/a//b',
    '//evil.com/',
    '/x?a=%',
    '/x?%E0%A4%A',
    '/..',
    '/;a=b',
    '/x?[]=1',
  ])('%s passes', async (path) => {
    expect((await ask('GET', path)).status).toBe(200);
  });

  test.each([
    '/%',
    '/%zz',
    '/%E0%A4%A',
    '/%C0%AF',
    '/%ff',
    '/a\\b',
    '/\\evil.com',
    '/x?a\\b',
    '*',
    'http://evil.example/x',
    '/x?_data=routes%2Fx',
    '/x?a&%5Fdata',
    '/%5C',
    '/%5c%22//',
    '/a/%5Cb',
    '/%00',
    '/%09/[',
    '/a%0Ab',
    '/%7F',
  ])('%s is 400', async (path) => {
    await refused(ask('GET', path), 400, 'The address is not valid.');
  });

  test('an address with raw bytes or a space never reaches Remix', async () => {
    for (const target of ['/\u0001', '/a b', '/\u00e9'])
      expect(await raw([`GET ${target} HTTP/1.1`, 'Host: localhost'])).toBeGreaterThanOrEqual(200);
  });
});

describe('writes come from our own pages, or from callers that are no browser', () => {
  const WRITES = ['POST', 'PUT', 'PATCH', 'DELETE'];
  const MESSAGE = 'This request comes from another site.';

  test.each(['cross-site', 'same-site', 'bogus', ''])('Sec-Fetch-Site %j is 403', async (site) => {
    for (const method of WRITES)
      await refused(ask(method, '/api/x', { 'Sec-Fetch-Site': site }), 403, MESSAGE);
  });

  test.each([
    'https://evil.example',
    'null',
    'http://localhost',
    'http://localhost:3001',
    'https://localhost:3000',
    'http://localhost:3000.evil.example',
    'file://',
    '',
    'evil',
  ])('Origin %j is 403', async (Origin) => {
    for (const method of WRITES) await refused(ask(method, '/api/x', { Origin }), 403, MESSAGE);
  });

  test.each<Record<string, string>>([
    {},
    { 'Sec-Fetch-Site': 'same-origin' },
    { 'Sec-Fetch-Site': 'none' },
    { Origin: 'http://localhost:3000' },
    { Host: 'box:8080', Origin: 'http://box:8080' },
    { 'Sec-Fetch-Site': 'same-origin', Origin: 'http://localhost:3000' },
  ])('%j passes', async (headers) => {
    for (const method of WRITES) expect((await ask(method, '/api/x', headers)).status).toBe(200);
  });

  test('the right Origin does not outweigh another site, and the other way round', async () => {
    await refused(
      ask('POST', '/', { 'Sec-Fetch-Site': 'cross-site', Origin: 'http://localhost:3000' }),
      403,
      MESSAGE,
    );
    await refused(
      ask('POST', '/', { 'Sec-Fetch-Site': 'same-origin', Origin: 'https://evil.example' }),
      403,
      MESSAGE,
    );
  });

  test('a link on another site may still be followed', async () => {
    for (const method of ['GET', 'HEAD'])
      expect(
        (await ask(method, '/', { 'Sec-Fetch-Site': 'cross-site', Origin: 'https://evil.example' }))
          .status,
      ).toBe(200);
  });

  test('a forged X-Forwarded-Proto or -Host does not make an origin ours', async () => {
    await refused(
      ask('POST', '/', {
        Origin: 'https://evil.example',
        'X-Forwarded-Host': 'evil.example',
        'X-Forwarded-Proto': 'https',
      }),
      403,
      MESSAGE,
    );
  });
});

const JSON_TYPE = { 'Content-Type': 'application/json' };
const FORM_TYPE = { 'Content-Type': 'application/x-www-form-urlencoded' };

describe('over 1 MB is 413, on pages over 256 KB (rule 11.26)', () => {
  test('announced, it is refused before it is read; 1 MB passes', async () => {
    await refused(
      ask('POST', '/api/x', { ...JSON_TYPE, 'Content-Length': '1000001' }, 'x'.repeat(1_000_001)),
      413,
      'The request is too large.',
    );
    expect(
      (
        await ask(
          'POST',
          '/api/x',
          { ...JSON_TYPE, 'Content-Length': '1000000' },
          'x'.repeat(1_000_000),
        )
      ).status,
    ).toBe(200);
    reached = 0;
    await refused(
      ask('POST', '/x', { ...FORM_TYPE, 'Content-Length': '262145' }, 'x'.repeat(262_145)),
      413,
      'The request is too large.',
    );
    expect(
      (await ask('POST', '/x', { ...FORM_TYPE, 'Content-Length': '262144' }, 'x'.repeat(262_144)))
        .status,
    ).toBe(200);
  });

  test('without the body ever arriving', async () => {
    expect(
      await raw([
        'POST /api/x HTTP/1.1',
        'Host: localhost',
        'Content-Type: application/json',
        'Content-Length: 5000000000',
      ]),
    ).toBe(413);
  });

  test('the connection ends after a refusal', async () => {
    expect((await ask('POST', '/', { Origin: 'null' })).headers.connection).toBe('close');
  });
});

describe('a wrong content type is 415', () => {
  test.each(['/api/x', '/API/x', '/%61pi/x', '/api/x.data'])(
    '%s takes JSON or no body',
    async (path) => {
      expect((await ask('POST', path)).status).toBe(200);
      expect(
        (await ask('POST', path, { 'Content-Length': '0', 'Content-Type': 'text/plain' })).status,
      ).toBe(200);
      for (const type of [
        'application/json',
        'application/json; charset=utf-8',
        'Application/JSON',
      ])
        expect((await ask('POST', path, { 'Content-Type': type }, '{}')).status).toBe(200);
      reached = 0;
      for (const headers of [
        {},
        { 'Content-Type': 'text/plain' },
        FORM_TYPE,
        { 'Content-Type': 'multipart/form-data; boundary=x' },
        { 'Content-Type': 'application/jsonp' },
      ])
        await refused(ask('POST', path, headers, '{}'), 415, 'Please send application/json.');
    },
  );

  test.each(['/x', '/x.data', '/apix', '/'])('%s takes forms', async (path) => {
    expect((await ask('POST', path, FORM_TYPE, 'a=b')).status).toBe(200);
    reached = 0;
    for (const headers of [
      {},
      { 'Content-Type': 'text/plain' },
      JSON_TYPE,
      { 'Content-Type': 'multipart/form-data; boundary=x' },
    ])
      await refused(
        ask('POST', path, headers, 'a=b'),
        415,
        'Please send application/x-www-form-urlencoded.',
      );
  });

  test.each(['gzip', 'br', 'x', 'identity, gzip'])('a body in %s', async (encoding) => {
    await refused(
      ask('POST', '/api/x', { ...JSON_TYPE, 'Content-Encoding': encoding }, '{}'),
      415,
      'Please send the body as it is, not compressed.',
    );
  });

  test.each(['GET', 'HEAD'])('a %s with a body is 400', async (method) => {
    expect((await ask(method, '/x', { ...FORM_TYPE, 'Content-Length': '3' }, 'a=b')).status).toBe(
      400,
    );
    expect(
      (await ask(method, '/x', { ...FORM_TYPE, 'Transfer-Encoding': 'chunked' }, 'a=b')).status,
    ).toBe(400);
    expect(reached).toBe(0);
  });
});
