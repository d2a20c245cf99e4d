import { readFileSync } from 'node:fs';
import { request } from 'node:http';
import { brotliCompressSync, brotliDecompressSync, gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ADMIN, type RunningServer, startServer } from './running-server';

/** What a first visit costs somebody on a slow link, in bytes as they are sent. */
let server: RunningServer;
let cookie: string;
beforeAll(async () => {
  server = await startServer();
  const { headers } = await server.ask('POST', '/api/auth/login', { json: ADMIN });
  cookie = headers['set-cookie']!.map((one) => one.split(';', 1)[0]).join('; ');
});
afterAll(() => server.stop());

const KB = 1_024;
const assetsOf = (page: string, type: string) => [...new Set([...page.matchAll(/\/assets\/[\w.-]+/g)].map(([path]) => path))].filter((path) => path.endsWith(type));
const sizeOf = (paths: string[]) => paths.reduce((sum, path) => sum + readFileSync(`build/client${path}.br`).length, 0);

async function fetched(path: string, encoding: string) {
  const answer = await fetch(server.base + path, { headers: { 'Accept-Encoding': encoding } });
  return { headers: answer.headers, body: Buffer.from(await answer.arrayBuffer()) };
}

describe('files', () => {
  let script: string;
  beforeAll(async () => {
    const { text } = await server.ask('GET', '/dashboard', { cookie });
    script = assetsOf(text, '.js')[0]!;
  });

  test('are sent as the build compressed them, to who takes it', async () => {
    const plain = readFileSync(`build/client${script}`);
    expect(brotliDecompressSync(readFileSync(`build/client${script}.br`)).equals(plain)).toBe(true);
    expect(gunzipSync(readFileSync(`build/client${script}.gz`)).equals(plain)).toBe(true);
    const sizes = await Promise.all(['br, gzip', 'gzip', 'identity'].map(async (encoding) => {
      const { headers, body } = await fetched(script, encoding);
      expect(body.equals(plain)).toBe(true);
      expect([headers.get('Vary'), headers.get('Content-Type')?.toLowerCase(), headers.get('Cache-Control')]).toEqual(['Accept-Encoding', 'text/javascript; charset=utf-8', 'public, max-age=31536000, immutable']);
      return [headers.get('Content-Encoding'), headers.get('Content-Length')];
    }));
    expect(sizes).toEqual([['br', readFileSync(`build/client${script}.br`).length], ['gzip', readFileSync(`build/client${script}.gz`).length], [null, plain.length]].map(([encoding, size]) => [encoding, String(size)]));
  });

  test('that are not there are 404, and so are folders', async () => {
    for (const path of ['/assets/none.js', '/assets/', '/assets', `${script}.map`]) expect((await server.ask('GET', path)).status, path).toBe(404);
  });
});

test.each(['/', '/login', '/signup'])('%s needs none of the application', async (path) => {
  const { text } = await server.ask('GET', path);
  expect(assetsOf(text, '.js')).toEqual([]);
  expect(sizeOf(assetsOf(text, '.css'))).toBeLessThan(10 * KB);
  const scripts = [...text.matchAll(/<script[^>]*>(.*?)<\/script>/gs)];
  expect(scripts).toHaveLength(1);
  expect(brotliCompressSync(scripts[0]![1]!).length).toBeLessThan(KB);
});

test('a dashboard of 25 deals fits the first flight of a connection; its scripts stay below 110 KB', async () => {
  const words = readFileSync('docs/security.md', 'utf8').split(/\s+/).filter((word) => /^[a-z]+$/i.test(word));
  for (let n = 0; n < 25; n++) {
    const text = (from: number, many: number) => words.slice((n * 37 + from) % (words.length - many)).slice(0, many).join(' ');
    const json = { companyName: text(0, 3), ceoName: text(3, 2), industries: ['AI', 'Fintech'], businessIntroduction: text(5, 60), keyBusinessNumbers: text(70, 20), fundingRound: 'A', targetFundingSize: `$${n}M`, evaluationScore: n % 10, nextMeetingDate: n % 4 ? '30 days' : 'ASAP' };
    expect((await server.ask('POST', '/api/pipelines', { cookie, json })).status).toBe(201);
  }
  const { text } = await server.ask('GET', '/dashboard?size=25', { cookie });
  expect((await fetchedPage('/dashboard?size=25')).length).toBeLessThan(14 * KB);
  expect(sizeOf(assetsOf(text, '.css'))).toBeLessThan(10 * KB);
  const scripts = sizeOf(assetsOf(text, '.js'));
  expect(scripts).toBeGreaterThan(50 * KB);
  expect(scripts).toBeLessThan(110 * KB);
});

/** As it is on the wire. */
function fetchedPage(path: string): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    request(server.base + path, { headers: { Cookie: cookie, 'Accept-Encoding': 'br' } }, (answer) => {
      const parts: Buffer[] = [];
      answer.on('data', (part: Buffer) => parts.push(part)).on('end', () => resolve(Buffer.concat(parts)));
    }).on('error', reject).end();
  });
}
