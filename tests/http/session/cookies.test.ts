import { afterEach, describe, expect, test, vi } from 'vitest';
import { z } from 'zod';

type Cookies = typeof import('~/http/session/cookies.server');

/** Imports the module with this environment. */
async function load(env: Record<string, string> = {}): Promise<Cookies> {
  vi.resetModules();
  for (const [name, value] of Object.entries(env)) vi.stubEnv(name, value);
  return import('~/http/session/cookies.server');
}
afterEach(() => vi.unstubAllEnvs());

const text = { maxAge: 60, schema: z.string().min(1) };
const asks = (cookie: string) =>
  new Request('http://localhost:3000/', { headers: { Cookie: cookie } });
const getPair = (setCookie: string) => setCookie.split(';', 1)[0]!;

describe('signed cookies (rule 1.33)', () => {
  test('a signed cookie returns its value among others', async () => {
    const { createSignedCookie } = await load();
    const cookie = createSignedCookie('note', {
      maxAge: 60,
      schema: z.object({ title: z.string() }),
    });
    const stored = await cookie.write({ title: '深圳 🚀; ="x"' });
    expect(stored).toMatch(/; Max-Age=60; Path=\/; HttpOnly; SameSite=Lax$/);
    const request = asks(`a=b; ${getPair(stored)}; c=d`);
    expect(await cookie.read(request)).toEqual({ title: '深圳 🚀; ="x"' });
    expect(await cookie.clear()).toMatch(/^note=; Max-Age=0; Path=\/; /);
  });

  test('a signed cookie refuses foreign and changed values', async () => {
    const { createSignedCookie } = await load();
    const one = createSignedCookie('one', text);
    const other = createSignedCookie('other', text);
    const value = getPair(await one.write('secret')).slice('one='.length);
    expect(await one.read(asks(`one=${value}`))).toBe('secret');
    expect(await other.read(asks(`other=${value}`))).toBeUndefined();
    expect(await one.read(asks(`one=${value.slice(0, -4)}AAAA`))).toBeUndefined();
  });

  test('session and other cookies do not accept each other', async () => {
    const { createSignedCookie } = await load();
    const { getSessionSecrets } = await import('~/env.server');
    const session = createSignedCookie('session', { ...text, secrets: getSessionSecrets() });
    const device = createSignedCookie('device', text);
    const moved = async (from: typeof device, to: typeof device) =>
      to.read(asks(getPair(await from.write('x')).replace(from.name, to.name)));
    expect(await moved(session, session)).toBe('x');
    expect(await moved(session, device)).toBeUndefined();
    expect(await moved(device, session)).toBeUndefined();
  });

  test('a value signed with a listed earlier secret is accepted', async () => {
    const before = await load({ SESSION_SECRET: 'the-old-secret-of-thirty-two-characters' });
    const stored = getPair(await before.createSignedCookie('note', text).write('old'));
    const secrets = [
      'the-new-secret-of-thirty-two-characters',
      'the-old-secret-of-thirty-two-characters',
    ].join();
    const after = await load({ SESSION_SECRET: secrets });
    expect(await after.createSignedCookie('note', text).read(asks(stored))).toBe('old');
    const last = await load({ SESSION_SECRET: 'the-new-secret-of-thirty-two-characters' });
    expect(await last.createSignedCookie('note', text).read(asks(stored))).toBeUndefined();
  });
});

const HOSTILE = [
  'note', 'note=', 'note=%', 'note=%E0%A4%A', 'note=.', 'note=x.y', 'note="', '=', ';;;', 'note=__proto__',
  '__proto__=x', `note=${'a'.repeat(60_000)}`, 'note=bnVsbA==.x', 'note=\u00ff', 'xnote=y', 'NOTE=y',
]; // prettier-ignore

test.each(HOSTILE)('reading a hostile cookie never throws: %#', async (header) => {
  const { createPlainCookie, createSignedCookie } = await load();
  expect(await createSignedCookie('note', text).read(asks(header))).toBeUndefined();
  const choice = { maxAge: 60, schema: z.enum(['on', 'off']) };
  expect(createPlainCookie('note', choice).read(asks(header))).toBeUndefined();
});

describe('plain cookies', () => {
  test('a plain cookie returns only allowed values', async () => {
    const { createPlainCookie } = await load();
    const cookie = createPlainCookie('light', { maxAge: 60, schema: z.enum(['on', 'off']) });
    expect(cookie.write('on')).toBe('light=on; Max-Age=60; Path=/; HttpOnly; SameSite=Lax');
    expect(cookie.read(asks('light=off'))).toBe('off');
    expect(cookie.read(asks('light=dim'))).toBeUndefined();
    expect(cookie.read(asks('highlight=off'))).toBeUndefined();
  });

  test('a cookie for scripts is not HttpOnly', async () => {
    const { createPlainCookie } = await load();
    const cookie = createPlainCookie('light', { ...text, readable: true });
    expect(cookie.write('on')).toBe('light=on; Max-Age=60; Path=/; SameSite=Lax');
  });
});

describe('cookies on https', () => {
  const APP_URL = 'https://deals.fund.example';

  test('only cookies with the __Host- prefix count on https', async () => {
    const { createPlainCookie, createSignedCookie } = await load({ APP_URL });
    const signed = createSignedCookie('note', text);
    const plain = createPlainCookie('light', text);
    const stored = [await signed.write('x'), await signed.clear(), plain.write('on')];
    for (const cookie of stored)
      expect(cookie).toMatch(/^__Host-.*; Path=\/; HttpOnly; Secure; SameSite=Lax$/);
    expect(await signed.read(asks(getPair(stored[0]!)))).toBe('x');
    expect(await signed.read(asks(getPair(stored[0]!).replace('__Host-', '')))).toBeUndefined();
    expect([plain.read(asks('__Host-light=on')), plain.read(asks('light=on'))]).toEqual([
      'on',
      undefined,
    ]);
  });
});
