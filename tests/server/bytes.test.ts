import { readdirSync, readFileSync } from 'node:fs';
import { request } from 'node:http';
import { brotliDecompressSync, constants, gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ADMIN, type RunningServer, startServer } from '../support/running-server';

/** Measures a first visit on a slow link, in bytes as sent. */
let server: RunningServer;
let cookie: string;
beforeAll(async () => {
  server = await startServer();
  const { headers } = await server.ask('POST', '/api/auth/login', { json: ADMIN });
  cookie = headers['set-cookie']!.map((one) => one.split(';', 1)[0]).join('; ');
});
afterAll(() => server.stop());

const KB = 1_024;
const listAssets = (page: string, type: string) =>
  [...new Set([...page.matchAll(/\/assets\/[\w.-]+/g)].map(([path]) => path))].filter((path) =>
    path.endsWith(type),
  );
const getSize = (paths: string[]) =>
  paths.reduce((sum, path) => sum + readFileSync(`build/client${path}.br`).length, 0);

async function fetched(path: string, encoding: string, method = 'GET') {
  const headers = { 'Accept-Encoding': encoding, Cookie: cookie };
  const answer = await fetch(server.base + path, { method, headers });
  return { headers: answer.headers, body: Buffer.from(await answer.arrayBuffer()) };
}

describe('a complete response', () => {
  const sizeSent = async (path: string, encoding: string, method?: string) => {
    const { headers, body } = await fetched(path, encoding, method);
    // Lists that browsers store depend on the session, too.
    expect(headers.get('Vary')).toMatch(/^(Cookie, )?Accept-Encoding$/);
    const length = headers.get('Content-Length');
    const type = headers.get('Content-Type');
    return { by: headers.get('Content-Encoding'), length: length && Number(length), body, type };
  };

  test('a response has a length and skips useless compression', async () => {
    for (const encoding of ['br, gzip', 'gzip', 'identity'])
      for (const path of ['/api/auth/user', '/search/suggest?q=none', '/api/none']) {
        const { by, length, body } = await sizeSent(path, encoding);
        expect([by, length], path).toEqual([null, body.length]);
        expect(JSON.parse(body.toString())).toBeTypeOf('object');
      }
  });

  test('short and long lists have the same content type', async () => {
    const { type } = await sizeSent('/api/pipelines?limit=1', 'gzip');
    expect(type).toBe('application/json; charset=utf-8');
  });

  test.each([
    ['/api/openapi.json', 'gzip', 'gzip', 'gzip'],
    ['/dashboard', 'gzip', 'br', 'zstd'],
    ['/dashboard.data', 'gzip', 'br', 'zstd'],
  ])('the response to %s is compressed', async (path, gzip, br, zstd) => {
    const plain = await sizeSent(path, 'identity');
    expect([plain.by, plain.length]).toEqual([null, plain.body.length]);
    for (const [encoding, expected] of [
      ['gzip', gzip],
      ['br, gzip', br],
      ['gzip, br, zstd', zstd],
    ] as const) {
      const { by, body } = await sizeSent(path, encoding);
      expect([by, body.length]).toEqual([expected, plain.body.length]);
    }
    const head = await sizeSent(path, 'br, gzip', 'HEAD');
    expect([head.by, head.length, head.body.length]).toEqual([null, null, 0]);
  });
});

describe('static files', () => {
  let script: string;
  beforeAll(async () => {
    const { text } = await server.ask('GET', '/dashboard', { cookie });
    script = listAssets(text, '.js')[0]!;
  });

  test('static files are sent as the build compressed them', async () => {
    const plain = readFileSync(`build/client${script}`);
    expect(brotliDecompressSync(readFileSync(`build/client${script}.br`)).equals(plain)).toBe(true);
    expect(gunzipSync(readFileSync(`build/client${script}.gz`)).equals(plain)).toBe(true);
    const sizes = await Promise.all(
      ['br, gzip', 'gzip', 'identity'].map(async (encoding) => {
        const { headers, body } = await fetched(script, encoding);
        expect(body.equals(plain)).toBe(true);
        expect([
          headers.get('Vary'),
          headers.get('Content-Type')?.toLowerCase(),
          headers.get('Cache-Control'),
        ]).toEqual([
          'Accept-Encoding',
          'text/javascript; charset=utf-8',
          'public, max-age=31536000, immutable',
        ]);
        return [headers.get('Content-Encoding'), headers.get('Content-Length')];
      }),
    );
    expect(sizes).toEqual(
      [
        ['br', readFileSync(`build/client${script}.br`).length],
        ['gzip', readFileSync(`build/client${script}.gz`).length],
        [null, plain.length],
      ].map(([encoding, size]) => [encoding, String(size)]),
    );
  });

  test('missing files and folders are 404', async () => {
    for (const path of ['/assets/none.js', '/assets/', '/assets', `${script}.map`])
      expect((await server.ask('GET', path)).status, path).toBe(404);
  });

  test.each(['POST', 'PUT', 'DELETE'])(
    'static files refuse %s, compressed or not',
    async (method) => {
      for (const path of [script, '/favicon.svg'])
        for (const encoding of ['br', 'gzip', 'identity']) {
          const headers = { 'Accept-Encoding': encoding };
          const { status } = await fetch(server.base + path, { method, headers });
          expect([404, 405], `${path} ${encoding}`).toContain(status);
        }
    },
  );
});

test.each(['/', '/login', '/signup'])('the page %s brings what the list needs', async (path) => {
  const { text } = await server.ask('GET', path);
  const { text: list } = await server.ask('GET', '/dashboard', { cookie });
  const brought = listAssets(text, '.js');
  const missing = listAssets(list, '.js').filter((script) => !brought.includes(script));
  expect(getSize(missing)).toBeLessThan(2 * KB);
  expect(getSize(listAssets(text, '.css'))).toBeLessThan(10 * KB);
});

/** Ten TCP segments: the bytes sent before the first acknowledgement. */
const FIRST_FLIGHT = 14 * KB;
/** Matches resources that block the first paint: applied style sheets and scripts. */
const BLOCKING = /<link rel="stylesheet" href="[^"]+"\/>|<script/;

describe('a dashboard of 25 deals', () => {
  const PATH = '/dashboard?size=25';
  let first: Visit;
  let later: Visit;
  beforeAll(async () => {
    const words = readFileSync('docs/security.md', 'utf8')
      .split(/\s+/)
      .filter((word) => /^[a-z]+$/i.test(word));
    for (let n = 0; n < 25; n++) {
      const text = (from: number, many: number) =>
        words
          .slice((n * 37 + from) % (words.length - many))
          .slice(0, many)
          .join(' ');
      const json = {
        companyName: text(0, 3),
        ceoName: text(3, 2),
        industries: ['AI', 'Fintech'],
        businessIntroduction: text(5, 60),
        keyBusinessNumbers: text(70, 20),
        fundingRound: 'A',
        targetFundingSize: `$${n}M`,
        evaluationScore: n % 10,
        nextMeetingDate: n % 4 ? '30 days' : 'ASAP',
      };
      expect((await server.ask('POST', '/api/pipelines', { cookie, json })).status).toBe(201);
    }
    first = await visit(PATH, cookie);
    later = await visit(PATH, `${cookie}; ${first.cookies.join('; ')}`);
  });

  test('the dashboard fits the first flight of a connection', () => {
    expect(later.sent.length).toBeLessThan(FIRST_FLIGHT);
  });

  test('a first visit paints its first row from the first flight', () => {
    const begun = brotliDecompressSync(first.sent.subarray(0, FIRST_FLIGHT), {
      finishFlush: constants.BROTLI_OPERATION_FLUSH,
    }).toString();
    const [head, rows] = begun.split('<tbody>') as [string, string];
    expect(rows.split('</tr>').length).toBeGreaterThan(1);
    expect(head).toMatch(/<style nonce="[^"]+">[^<]+\.pipelines/);
    expect(head).not.toMatch(BLOCKING);
  });

  test('the style sheet is inlined once and linked from then on', () => {
    expect(first.cookies).toEqual([expect.stringMatching(/^styles=/)]);
    expect(later.text).toMatch(/<style nonce="[^"]+"><\/style>/);
    expect(later.text.split('</head>')[0]).toMatch(BLOCKING);
    expect(later.cookies).toEqual([]);
    const [sheet, forPaper, ...others] = listAssets(later.text, '.css');
    expect([listAssets(first.text, '.css'), others]).toEqual([[sheet, forPaper], []]);
    expect(later.text).toContain(`<link rel="stylesheet" href="${forPaper}" media="print"/>`);
    expect(first.text).toContain(readFileSync(`build/client${sheet}`, 'utf8'));
    expect(getSize([sheet!])).toBeLessThan(10 * KB);
  });

  test('the dashboard needs less than 90 KB of scripts', () => {
    const scripts = getSize(listAssets(first.text, '.js'));
    expect(scripts).toBeGreaterThan(50 * KB);
    expect(scripts).toBeLessThan(90 * KB);
  });

  test('the page of a deal adds less than 30 KB of scripts', async () => {
    const { text } = await server.ask('GET', '/pipeline/1', { cookie });
    const known = listAssets(first.text, '.js');
    const added = listAssets(text, '.js').filter((script) => !known.includes(script));
    expect(added.length).toBeGreaterThan(5);
    expect(getSize(added)).toBeLessThan(30 * KB);
  });

  test('no page loads zod, which checks forms on the server', () => {
    const scripts = readdirSync('build/client/assets').filter((name) => name.endsWith('.js'));
    expect(scripts.length).toBeGreaterThan(100);
    const hasZod = (name: string) =>
      readFileSync(`build/client/assets/${name}`).includes('ZodError');
    expect(scripts.filter(hasZod)).toEqual([]);
  });
});

interface Visit {
  sent: Buffer;
  text: string;
  cookies: string[];
}

function visit(path: string, asWho: string): Promise<Visit> {
  return new Promise((resolve, reject) => {
    request(
      server.base + path,
      { headers: { Cookie: asWho, 'Accept-Encoding': 'br' } },
      (answer) => {
        const parts: Buffer[] = [];
        const cookies = (answer.headers['set-cookie'] ?? []).map((one) => one.split(';', 1)[0]!);
        answer
          .on('data', (part: Buffer) => parts.push(part))
          .on('end', () => {
            const sent = Buffer.concat(parts);
            resolve({ sent, text: brotliDecompressSync(sent).toString(), cookies });
          });
      },
    )
      .on('error', reject)
      .end();
  });
}
