import { createHash } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { getCookies } from '../support/actors';
import { ADMIN, type Answer, type RunningServer, startServer } from '../support/running-server';

let server: RunningServer;
let cookie: string;
let page: string;
let file: string;
beforeAll(async () => {
  server = await startServer();
  cookie = getCookies(await server.ask('POST', '/api/auth/login', { json: ADMIN }));
  const post = async (path: string, asked: object) => {
    const { text } = await server.ask('POST', path, { cookie, ...asked });
    return JSON.parse(text) as { id: number; url: string };
  };
  const deal = await post('/api/pipelines', { json: { companyName: 'Gantrywell' } });
  const body =
    '--limit\r\nContent-Disposition: form-data; name="file"; filename="deck.html"\r\nContent-Type: text/html\r\n\r\n<script>\r\n--limit--\r\n';
  const headers = { 'Content-Type': 'multipart/form-data; boundary=limit' };
  const { id } = await post(`/api/pipelines/${deal.id}/files`, { body, headers });
  const json = { facts: true, evaluation: true, files: [id] };
  const { url } = await post(`/api/pipelines/${deal.id}/shares`, { json });
  expect(url).toContain(`${server.base}/share/`);
  page = new URL(url).pathname;
  file = `${page}/files/${id}`;
});
afterAll(() => server.stop());

const WRONG = `/share/${'x'.repeat(43)}`;

function expectPrivate({ headers }: Answer, said: string): void {
  expect([headers['x-robots-tag'], headers['referrer-policy']], said).toEqual([
    'noindex',
    'no-referrer',
  ]);
  expect(headers['set-cookie'], said).toBeUndefined();
}

describe('the pages of shares (rules 26.11 and 26.12)', () => {
  test("a share's response is not cached and sets no cookie", async () => {
    const pages = [
      ['GET', page, 200],
      ['HEAD', page, 200],
      ['GET', `${page}/`, 200],
      ['GET', page.replace('/share', '/%73hare'), 200],
      ['POST', page, 405],
      ['GET', WRONG, 404],
      ['GET', `${page}/files`, 404],
      ['GET', `${page}/files/999`, 404],
      ['GET', `${page}.data`, 404],
      ['GET', '/share', 404],
      ['GET', '/share/', 404],
    ] as const;
    for (const [method, path, status] of pages)
      for (const asked of [{}, { cookie }]) {
        const answer = await server.ask(method, path, asked);
        expect([path, answer.status]).toEqual([path, status]);
        expectPrivate(answer, `${method} ${path}`);
        expect(answer.headers['cache-control'], path).toBe('private, no-store');
      }
    for (const method of ['PUT', 'DELETE', 'PATCH', 'OPTIONS', 'TRACE']) {
      const answer = await server.ask(method, page);
      expect([method, answer.status]).toEqual([method, 405]);
      expectPrivate(answer, method);
      expect(answer.headers['cache-control'], method).toContain('no-store');
    }
  });

  test('a share inlines the one style sheet that its CSP allows', async () => {
    const { headers, text } = await server.ask('GET', page);
    const [, styles] = /<style>([^]+)<\/style>/.exec(text)!;
    expect(styles).toContain('--paper');
    expect(headers['content-security-policy']).toBe(
      `default-src 'none'; style-src 'sha256-${createHash('sha256').update(styles!).digest('base64')}'; ` +
        "form-action 'none'; frame-ancestors 'none'; base-uri 'none'",
    );
    expect(text).not.toMatch(/<(script|link)\b/);
  });

  test('a shared file is a download with ranges', async () => {
    const whole = await server.ask('GET', `${file}?view`);
    expect([whole.status, whole.text]).toEqual([200, '<script>']);
    expectPrivate(whole, 'a file');
    expect(whole.headers).toMatchObject({
      'content-type': 'application/octet-stream',
      'content-security-policy': "default-src 'none'; sandbox",
      'x-content-type-options': 'nosniff',
      'cache-control': expect.stringContaining('private, no-store'),
    });
    expect(whole.headers['content-disposition']).toMatch(/^attachment;/);
    const part = await server.ask('GET', file, { headers: { Range: 'bytes=1-3' } });
    expect([part.status, part.text]).toEqual([206, 'scr']);
    const head = await server.ask('HEAD', file);
    expect([head.status, head.text, head.headers.etag]).toEqual([200, '', whole.headers.etag]);
    const known = await server.ask('GET', file, {
      headers: { 'If-None-Match': head.headers.etag! },
    });
    expect(known.status).toBe(304);
    expectPrivate(known, 'a file that is known');
  });
});
