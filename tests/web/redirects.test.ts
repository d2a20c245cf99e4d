import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type PeopledServer, startPeopledServer } from '../support/actors';
import { safePath } from '~/web/forms/request.server';
import { ADMIN } from '../support/running-server';

/** ASVS 5.0 3.7.2: no address that a visitor can make up leads to another site. */

const HOST = 'evil.example';
const PREFIXES = [
  '',
  '/',
  '//',
  '///',
  '////',
  '\\',
  '\\\\',
  '/\\',
  '\\/',
  '/\\/',
  '/\\\\',
  '/./\\',
  '/.//',
  '/..//',
  '/../..//',
  '/a/..//',
  '/%2e%2e//',
  '/%09/',
  '/\t/',
  '\t//',
  '/\n/',
  '/\r\n/',
  '/\0/',
  '/\u007f/',
  ' //',
  '/ /',
  '/%5c',
  '/%2f',
  '/%2F%2F',
  '/;//',
  '/@',
  '//@',
  '//user@',
  '//user:pass@',
  '/:80//',
  '//[::1]@',
  '／／',
  '/／',
  '/\u2028/',
  '/\u00a0/',
  '/\u200b/',
  '/\ufeff/',
];
const SCHEMES = [
  'http:',
  'https:',
  'http:/',
  'https:/',
  'http://',
  'https://',
  'HTTPS://',
  'hTtP:\\\\',
  'https:\\/',
  'javascript:',
  'javascript://',
  'java\tscript:',
  'data:text/html,',
  'vbscript:',
  'blob:https://',
  'file://',
  'ftp://',
  'ws://',
  'view-source:',
  'about:',
  'mailto:',
  'tel:',
  'intent://',
  '\u0001https://',
  'https:\n//',
  'http:///',
  'https:////',
];
const SUFFIXES = [
  '',
  '/',
  '/%2e%2e',
  '/..',
  '\\',
  '?x',
  '#/dashboard',
  ':80/',
  '%00',
  '/\r\nSet-Cookie: x=y',
];
const ODD = [
  '//evil。example',
  '//ⓔvil.example',
  '//0x7f000001',
  '//2130706433',
  '//xn--evil',
  '//[::ffff:127.0.0.1]',
  '?to=//evil.example',
  '#//evil.example',
  '..//evil.example',
  '.evil.example',
  '@evil.example',
  ':@evil.example',
  '//:@/',
  '//',
  '///',
  '/\\',
  '//\u202egro.live',
];

const PAYLOADS = [
  ...new Set([
    ...PREFIXES.flatMap((prefix, n) => [
      prefix + HOST,
      prefix + HOST + SUFFIXES[n % SUFFIXES.length]!,
      `${prefix}${HOST}/${SUFFIXES[(n + 3) % SUFFIXES.length]!}`,
    ]),
    ...SCHEMES.flatMap((scheme, n) => [
      scheme + HOST,
      scheme + HOST + SUFFIXES[n % SUFFIXES.length]!,
      `/${scheme}${HOST}`,
    ]),
    ...ODD,
  ]),
];

/** One of each kind, for every way in; all of them go through `safePath`. */
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
let led = 0;
beforeAll(async () => {
  server = await startPeopledServer();
});
afterAll(async () => {
  console.log(`${HANDFUL.length} payloads, ${led} places that one could lead to`);
  await server.stop();
});

/** Where a browser on the page would go; undefined for nowhere. */
function originOf(location: string): string | undefined {
  led++;
  return URL.canParse(location, `${server.base}/here`)
    ? new URL(location, `${server.base}/here`).origin
    : undefined;
}

/** Everywhere that an answer can lead: its Location, and what its page links, posts, refreshes or carries on to. */
function placesIn({ headers, text }: { headers: { location?: string }; text: string }): string[] {
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

/** Ways in for an address, as GET. */
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

/** Ways in for an address, as POST. */
const WRITES: [string, string, (payload: string) => Record<string, string>][] = [
  ['login', '/login', (to) => ({ ...ADMIN, to })],
  ['delete', '/pipeline/{deal}/delete', (back) => ({ back })],
  ['bulk delete, nothing ticked', '/admin/users/delete', (back) => ({ back })],
  ['approvals', '/admin/approvals', (back) => ({ back, intent: 'approve', id: 'nobody' })],
  ['settings', '/settings', (back) => ({ back, theme: 'dark' })],
  ['logout', '/logout', (from) => ({ from })],
];

test('there are 200 payloads (rule 12.4)', () => {
  expect(PAYLOADS.length).toBeGreaterThanOrEqual(200);
  for (const payload of HANDFUL) expect(isOurs(payload), payload).toBe(/^\/[%@]/.test(payload));
});

/** True if a redirect to what is kept of it would stay on this site. */
function isOurs(payload: string): boolean {
  const path = safePath(payload);
  return path !== undefined && new URL(path, server.base).origin === server.base;
}

test('what is kept of any of them leads to this site', () => {
  for (const payload of PAYLOADS)
    if (safePath(payload) !== undefined) expect(isOurs(payload), payload).toBe(true);
});

describe('GET', () => {
  test.each(READS)('%s', async (_, actor, address) => {
    server.reset();
    const deal = server.addPipeline();
    for (const payload of HANDFUL) {
      const answer = await server.ask('GET', address(payload, deal), {
        cookie: server.cookies[actor],
      });
      expect(answer.status, payload).toBeLessThan(500);
      for (const locale of placesIn(answer))
        expect([payload, locale, originOf(locale)]).toEqual([payload, locale, server.base]);
    }
  });
});

describe('POST', () => {
  test.each(WRITES)('%s', async (_, path, fields) => {
    server.reset();
    for (const [n, payload] of HANDFUL.entries()) {
      const address =
        path.replace('{deal}', () => String(server.addPipeline())) + (n % 2 ? '.data' : '');
      const answer = await server.ask('POST', address, {
        cookie: path === '/login' ? undefined : server.cookies.admin,
        form: fields(payload),
      });
      const location =
        answer.headers.location ?? /"redirect",("(?:[^"\\]|\\.)*")/.exec(answer.text)?.[1] ?? '';
      expect([
        payload,
        location &&
          originOf(location.startsWith('"') ? (JSON.parse(location) as string) : location),
      ]).toEqual([payload, server.base]);
    }
  });

  test('the hidden field of a login that failed', async () => {
    for (const payload of HANDFUL) {
      const answer = await server.ask('POST', `/login${query('to', payload)}`, {
        form: { email: 'x', password: 'x', to: payload },
      });
      for (const locale of placesIn(answer))
        expect([payload, locale, originOf(locale)]).toEqual([payload, locale, server.base]);
    }
  });
});

test('a place of ours is kept', async () => {
  const { headers } = await server.ask('POST', '/login', {
    form: { ...ADMIN, to: '/dashboard?sort=oldest' },
  });
  expect(headers.location).toBe('/dashboard?sort=oldest');
});
