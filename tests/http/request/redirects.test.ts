import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type PeopledServer, startPeopledServer } from '../../support/actors';
import { ADMIN } from '../../support/running-server';

/** ASVS 5.0 3.7.2: no address that a visitor can make up leads to another site. */

/**
 * One payload of each kind; all ways use `parseSafePath` (tests/http/request/request.test.ts has
 * more).
 */
const HANDFUL = [
  '//evil.example',
  '/\\evil.example',
  '/%09/evil.example',
  '/\t/evil.example',
  '/a/..//evil.example',
  '\\\\evil.example',
  'https://evil.example',
  'javascript:alert(1)',
  '//evil.example/\r\nSet-Cookie: x=y',
  '/@evil.example',
];

let server: PeopledServer;
beforeAll(async () => {
  server = await startPeopledServer();
});
afterAll(() => server.stop());

/** Returns the origin that a browser would go to; undefined for none. */
function getTargetOrigin(location: string): string | undefined {
  return URL.canParse(location, `${server.base}/here`)
    ? new URL(location, `${server.base}/here`).origin
    : undefined;
}

/** Lists all targets of an answer: its Location, and links, forms and refreshes of its page. */
function listTargets({
  headers,
  text,
}: {
  headers: { location?: string };
  text: string;
}): string[] {
  const attributes = [...text.matchAll(/ (?:href|action|formaction|src)="([^"]*)"/g)].map(
    ([, value]) => value!,
  );
  const refreshed = [...text.matchAll(/http-equiv="refresh" content="\d+;url=([^"]*)"/gi)].map(
    ([, value]) => value!,
  );
  const carried = [...text.matchAll(/<input[^>]*name="(?:to|back)"[^>]*value="([^"]*)"/g)].map(
    ([, value]) => value!,
  );
  const unescaped = (value: string) =>
    value
      .replaceAll('&amp;', '&')
      .replaceAll('&quot;', '"')
      .replaceAll('&#x27;', "'")
      .replaceAll('&lt;', '<')
      .replaceAll('&gt;', '>');
  return [headers.location ?? [], ...attributes, ...refreshed, ...carried].flat().map(unescaped);
}

const query = (name: string, value: string) => `?${new URLSearchParams({ [name]: value })}`;

const READS: [string, 'signed out' | 'admin', (payload: string, deal: number) => string][] = [
  ['/api/login?to=', 'signed out', (payload) => `/api/login${query('to', payload)}`],
  ['/api/login?to= signed in', 'admin', (payload) => `/api/login${query('to', payload)}`],
  ['/login?to=', 'signed out', (payload) => `/login${query('to', payload)}`],
  ['a protected page', 'signed out', (payload) => `/dashboard${query('x', payload)}`],
  [
    'the delete page',
    'admin',
    (payload, deal) => `/pipeline/${deal}/delete${query('back', payload)}`,
  ],
  [
    'the bulk delete page',
    'admin',
    (payload, deal) => `/admin/pipelines/delete?id=${deal}&${query('back', payload).slice(1)}`,
  ],
  [
    'the bulk delete page, nothing ticked',
    'admin',
    (payload) => `/admin/users/delete${query('back', payload)}`,
  ],
  [
    'owner links, filters and chips',
    'admin',
    (payload) =>
      `/dashboard?${new URLSearchParams({ userId: payload, search: payload, industry: payload })}&owners`,
  ],
];

const WRITES: [string, string, (payload: string) => Record<string, string>][] = [
  ['login', '/login', (to) => ({ ...ADMIN, to })],
  ['delete', '/pipeline/{deal}/delete', (back) => ({ back })],
  ['bulk delete, nothing ticked', '/admin/users/delete', (back) => ({ back })],
  ['approvals', '/admin/approvals', (back) => ({ back, intent: 'approve', id: 'nobody' })],
  ['settings', '/settings', (back) => ({ back, theme: 'dark' })],
  ['logout', '/logout', (from) => ({ from })],
];

describe('redirects of GET (rule 12.4)', () => {
  test.each(READS)('GET of %s never leads to another origin', async (_, actor, address) => {
    server.reset();
    const deal = server.addDeal();
    for (const payload of HANDFUL) {
      const answer = await server.ask('GET', address(payload, deal), {
        cookie: server.cookies[actor],
      });
      expect(answer.status, payload).toBeLessThan(500);
      for (const locale of listTargets(answer))
        expect([payload, locale, getTargetOrigin(locale)]).toEqual([payload, locale, server.base]);
    }
  });
});

describe('redirects of POST', () => {
  test.each(WRITES)('POST of %s never leads to another origin', async (_, path, fields) => {
    server.reset();
    for (const [n, payload] of HANDFUL.entries()) {
      const address =
        path.replace('{deal}', () => String(server.addDeal())) + (n % 2 ? '.data' : '');
      const answer = await server.ask('POST', address, {
        cookie: path === '/login' ? undefined : server.cookies.admin,
        form: fields(payload),
      });
      const location =
        answer.headers.location ?? /"redirect",("(?:[^"\\]|\\.)*")/.exec(answer.text)?.[1] ?? '';
      expect([
        payload,
        location &&
          getTargetOrigin(location.startsWith('"') ? (JSON.parse(location) as string) : location),
      ]).toEqual([payload, server.base]);
    }
  });

  test('the hidden field of a failed login leads to our origin', async () => {
    for (const payload of HANDFUL) {
      const answer = await server.ask('POST', `/login${query('to', payload)}`, {
        form: { email: 'x', password: 'x', to: payload },
      });
      for (const locale of listTargets(answer))
        expect([payload, locale, getTargetOrigin(locale)]).toEqual([payload, locale, server.base]);
    }
  });
});

test('a path of our own origin is followed', async () => {
  const { headers } = await server.ask('POST', '/login', {
    form: { ...ADMIN, to: '/dashboard?sort=oldest' },
  });
  expect(headers.location).toBe('/dashboard?sort=oldest');
});
