import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type PeopledServer, startPeopledServer } from '../support/actors';

const LIMIT = 20;

let server: PeopledServer;
let deal: number;
beforeAll(async () => {
  server = await startPeopledServer({ WRITE_LIMIT: String(LIMIT) });
  deal = server.addDeal();
  for (let i = 0; i < LIMIT; i++) expect((await score(5)).status).toBe(200);
});
afterAll(() => server.stop());

const cookie = () => server.cookies.owner;
const score = (evaluationScore: number) =>
  server.ask('PUT', `/api/pipelines/${deal}`, { cookie: cookie(), json: { evaluationScore } });
const MESSAGE = `Too many requests: at most ${LIMIT} writes a minute.`;

describe('the write limit (rule 12.24)', () => {
  test('the API answers 429 with Retry-After and writes nothing', async () => {
    const before = server.fingerprint();
    const { status, headers, text } = await score(6);
    expect(status).toBe(429);
    expect(Number(headers['retry-after'])).toBeGreaterThan(0);
    const body = JSON.parse(text) as Record<string, unknown>;
    expect(Object.keys(body)).toEqual(['message']);
    expect(body.message).toContain(MESSAGE);
    expect(server.fingerprint()).toBe(before);
  });

  test('a page keeps the input and sends it again', async () => {
    const form = { companyName: 'Typed <b> & "kept"', comments: 'Two\nlines' };
    const sent = await server.ask('POST', '/pipeline/new?late=7', { cookie: cookie(), form });
    expect([sent.status, sent.headers['retry-after']]).toEqual([429, '60']);
    expect(sent.text).toContain(MESSAGE);
    const [again] = /<form method="post" action="\/pipeline\/new\?late=7"[^]+?<\/form>/.exec(
      sent.text,
    )!;
    const fields = [...again.matchAll(/type="hidden" name="(\w+)" value="([^"]*)"/g)];
    expect(fields.map(([, name, value]) => [name, value])).toEqual([
      ['companyName', 'Typed &lt;b&gt; &amp; &quot;kept&quot;'],
      ['comments', 'Two\nlines'],
    ]);
    expect(again).toMatch(/<a [^>]*href="\/pipeline\/new\?late=7"[^>]*>Back<\/a>/);
    expect(again).toMatch(/<button [^>]*>Try again<\/button>/);
  });
});

test('a password is not stored on the page', async () => {
  const form = { intent: 'password', current: 'typed-secret', password: 'other-secret-2026' };
  const { status, text } = await server.ask('POST', '/account', { cookie: cookie(), form });
  expect(status).toBe(429);
  expect(text).toContain(MESSAGE);
  expect(text).not.toMatch(/typed-secret|other-secret/);
});

test('reads, logouts and other users stay unaffected', async () => {
  expect((await server.ask('GET', '/dashboard', { cookie: cookie() })).status).toBe(200);
  const json = { companyName: 'New' };
  const others = await server.ask('POST', '/api/pipelines', { cookie: server.cookies.other, json });
  expect(others.status).toBe(201);
  expect((await server.ask('POST', '/api/auth/logout', { cookie: cookie() })).status).toBe(200);
});
