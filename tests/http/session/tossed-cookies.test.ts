import { beforeAll, describe, expect, test } from 'vitest';
import { db } from '#db/client';
import { savedSubmissions } from '#db/schema';

/** Set before any module reads the environment. */
process.env.APP_URL = 'https://deals.fund.example';
const newDeal = await import('~/routes/pipeline.new/route');
const login = await import('~/routes/login/route');
const settings = await import('~/routes/settings');
const { readAppearance, readLocale } = await import('~/http/session/appearance.server');
const { call, createCast, request } = await import('../../support/cast');

let people: Awaited<ReturnType<typeof createCast>>;
beforeAll(async () => {
  people = await createCast();
});

const asks = (cookie: string) => request('GET', '/', { headers: { Cookie: cookie } });

describe('cookies set by another host of the domain (rules 1.33 and 12.26)', () => {
  test('a foreign cookie cannot collect forms of signed-out users', async () => {
    const { ana } = people;
    const answer = await call(login, 'POST', '/login', {
      form: { email: ana.email, password: ana.plainPassword },
    });
    const attackers = answer.headers.getSetCookie().map((set) => set.split(';', 1)[0]!);
    const send = (cookie: string) =>
      call(newDeal, 'POST', '/pipeline/new', {
        form: { companyName: 'Victim’s deal' },
        headers: { Cookie: cookie },
      });
    const device = attackers.find((cookie) => cookie.startsWith('__Host-device='))!;
    const others = attackers.filter((cookie) => cookie !== device);
    expect(others.length).toBeGreaterThan(0);
    const tossed = [
      ...attackers.map((cookie) => cookie.replace('__Host-', '')),
      ...others.map((cookie) => cookie.replace(/^[^=]+=/, '__Host-device=')),
    ];
    for (const cookie of tossed) expect((await send(cookie)).status).toBe(401);
    expect(await db.$count(savedSubmissions)).toBe(0);
    await send(device);
    expect(await db.$count(savedSubmissions), 'of a browser that did sign in').toBe(1);
  });

  test('a foreign cookie sets no theme, density or time zone', async () => {
    const answer = await call(settings, 'POST', '/settings', {
      form: { theme: 'dark', density: 'compact', shortcuts: 'off' },
    });
    const set = answer.headers.getSetCookie();
    expect(set).toHaveLength(3);
    for (const cookie of set) expect(cookie).toMatch(/^__Host-.*; Path=\/; HttpOnly; Secure;/);
    const own = set.map((cookie) => cookie.split(';', 1)[0]).join('; ');
    expect(readAppearance(asks(own))).toEqual({
      theme: 'dark',
      density: 'compact',
      shortcuts: 'off',
    });
    const tossed = `${own}; tz=Asia/Tokyo`.replaceAll('__Host-', '');
    expect(readAppearance(asks(tossed))).toEqual({
      theme: 'system',
      density: 'comfortable',
      shortcuts: 'on',
    });
    expect(readLocale(asks(tossed)).timeZone).toBe('UTC');
  });
});
