import { Piscina } from 'piscina';
import { afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import * as accountPage from '~/routes/account/route';
import * as loginApi from '~/routes/api.auth.login';
import { getCookie } from '../../support/answers';
import { addPerson, call, type Cast, createCast } from '../../support/cast';

let people: Cast;
beforeAll(async () => {
  people = await createCast();
});
afterEach(() => {
  vi.useRealTimers();
});

let addresses = 0;
const address = () => `203.0.113.${++addresses}`;
const signIn = (email: string, password: string, from: string, cookie = '') =>
  call(loginApi, 'POST', '/api/auth/login', {
    json: { email, password },
    headers: { Cookie: cookie },
    context: { address: from },
  });
const PASSWORD = 'a-password-of-2026';
async function addAccount(name: string): Promise<string> {
  return (await addPerson(people.maren, `${name}@demo.example`)).email;
}
const wrong = (email: string, from: string) => signIn(email, 'not this one', from);

describe('password guessing (ASVS 6.3.1, rules 1.28 and 1.32)', () => {
  test('the eleventh wrong password in a minute is refused with 429', async () => {
    const from = address();
    for (let i = 0; i < 10; i++) expect((await wrong(people.ana.email, from)).status).toBe(401);
    const refused = await wrong(people.ana.email.toUpperCase(), from);
    expect(refused.status).toBe(429);
    expect(Number(refused.headers.get('Retry-After'))).toBeGreaterThan(0);
    expect(Number(refused.headers.get('Retry-After'))).toBeLessThanOrEqual(60);
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 61_000 });
    expect((await signIn(people.ana.email, people.ana.plainPassword, from)).status).toBe(200);
  });

  test('one account has ten failures a minute and fifty an hour', async () => {
    const { ben } = people;
    const start = Date.now();
    let from = 0;
    for (let minute = 0; minute < 5; minute++) {
      vi.useFakeTimers({ toFake: ['Date'], now: start + minute * 61_000 });
      for (let i = 0; i < 10; i++)
        expect((await wrong(ben.email, `198.51.100.${++from}`)).status).toBe(401);
      expect((await wrong(ben.email, `198.51.100.${++from}`)).status).toBe(429);
    }
    vi.setSystemTime(start + 5 * 61_000);
    const refused = await signIn(ben.email, ben.plainPassword, address());
    expect([refused.status, await refused.json()]).toEqual([
      429,
      { message: 'Too many attempts. Please try again in 55 minutes.' },
    ]);
    vi.setSystemTime(start + 61 * 60_000);
    expect((await signIn(ben.email, ben.plainPassword, address())).status).toBe(200);
  });

  test('a clock set back by a day blocks logins for a minute only', async () => {
    const { chiara } = people;
    vi.useFakeTimers({ toFake: ['Date', 'setTimeout', 'clearTimeout'] });
    const from = address();
    for (let i = 0; i < 10; i++) expect((await wrong(chiara.email, from)).status).toBe(401);
    vi.setSystemTime(Date.now() - 24 * 60 * 60_000);
    expect((await wrong(chiara.email, from)).status).toBe(429);
    await vi.advanceTimersByTimeAsync(61_000);
    expect((await signIn(chiara.email, chiara.plainPassword, from)).status).toBe(200);
  });

  test('a 503 does not count as a failed login', async () => {
    const { nameless } = people;
    const spy = vi.spyOn(Piscina.prototype, 'queueSize', 'get').mockReturnValue(1_000);
    const from = address();
    for (let i = 0; i < 60; i++) expect((await wrong(nameless.email, from)).status).toBe(503);
    spy.mockRestore();
    expect((await signIn(nameless.email, nameless.plainPassword, from)).status).toBe(200);
  });

  test('one address is refused after thirty failures', async () => {
    const from = address();
    for (let i = 0; i < 30; i++)
      expect((await wrong(`nobody${i}@demo.example`, from)).status).toBe(401);
    expect((await wrong('nobody30@demo.example', from)).status).toBe(429);
  });

  test('all ports of one address count as one address', async () => {
    const from = address();
    for (let i = 0; i < 30; i++) await wrong(`port${i}@demo.example`, `${from}:${1_000 + i}`);
    expect((await wrong('port30@demo.example', `${from}:9`)).status).toBe(429);
  });

  test('one IPv6 site has 60 failures a minute', async () => {
    const from = (network: number) => `2001:db8:77:${network.toString(16)}::1`;
    for (let i = 0; i < 60; i++)
      expect((await wrong(`site${i}@demo.example`, from(i))).status).toBe(401);
    expect((await wrong('site60@demo.example', from(60))).status).toBe(429);
    expect((await wrong('site61@demo.example', '2001:db8:78::1')).status).toBe(401);
  });

  test('successful logins are not counted', async () => {
    const from = address();
    for (let i = 0; i < 35; i++)
      expect((await signIn(people.chiara.email, people.chiara.plainPassword, from)).status).toBe(
        200,
      );
  });

  test('tries that a locked account refuses leave others alone', async () => {
    const locked = await addAccount('locked');
    const other = await addAccount('other');
    const from = address();
    for (let i = 0; i < 10; i++) expect((await wrong(locked, from)).status).toBe(401);
    for (let i = 0; i < 60; i++) expect((await wrong(locked, from)).status).toBe(429);
    expect((await signIn(other, PASSWORD, from)).status).toBe(200);
  });

  test('a browser stays known after a colleague signed in there', async () => {
    const owner = await addAccount('owner');
    const guest = await addAccount('guest');
    const own = getCookie(await signIn(owner, PASSWORD, address()), 'device')!;
    const shared = getCookie(await signIn(guest, PASSWORD, address(), own), 'device')!;
    for (let i = 0; i < 10; i++) await wrong(owner, `192.0.2.${i}`);
    expect((await signIn(owner, PASSWORD, address())).status).toBe(429);
    expect((await signIn(owner, PASSWORD, address(), shared)).status).toBe(200);
  });

  test('an attack does not lock out a known browser', async () => {
    const { daichi } = people;
    const home = address();
    const before = await signIn(daichi.email, daichi.plainPassword, home);
    const device = getCookie(before, 'device')!;
    for (let i = 0; i < 100; i++) await wrong(daichi.email, `198.51.100.${i}`);
    for (let i = 0; i < 40; i++) await wrong(`other${i}@demo.example`, home);
    expect((await signIn(daichi.email, daichi.plainPassword, address())).status).toBe(429);
    expect((await signIn(daichi.email, daichi.plainPassword, home, device)).status).toBe(200);
    expect(
      (await signIn(daichi.email, daichi.plainPassword, address(), device.replace(/=./, '=x')))
        .status,
    ).toBe(429);
  });

  test('a known browser has ten attempts a minute of its own', async () => {
    const { chiara } = people;
    const device = async () =>
      getCookie(await signIn(chiara.email, chiara.plainPassword, address()), 'device')!;
    const one = await device();
    const other = await device();
    for (let i = 0; i < 10; i++)
      expect((await signIn(chiara.email, 'not this one', address(), one)).status).toBe(401);
    expect((await signIn(chiara.email, chiara.plainPassword, address(), one)).status).toBe(429);
    expect((await signIn(chiara.email, chiara.plainPassword, address(), other)).status).toBe(200);
    expect((await signIn(chiara.email, chiara.plainPassword, address())).status).toBe(200);
  });

  test('the password at /account has ten attempts a minute', async () => {
    const { tomas } = people;
    const change = (current: string, as = tomas as { cookie: string }) =>
      call(accountPage, 'POST', '/account', {
        as,
        form: {
          intent: 'password',
          current,
          password: 'a brand new one',
          confirmPassword: 'a brand new one',
        },
      });
    for (let i = 0; i < 10; i++) expect((await change('not this one')).status).toBe(400);
    const refused = await change(tomas.plainPassword);
    expect(refused.status).toBe(429);
    expect(await refused.text()).toContain('Too many attempts. Please try again in a minute.');
    const elsewhere = getCookie(
      await signIn(tomas.email, tomas.plainPassword, address()),
      'session',
    )!;
    expect((await change(tomas.plainPassword, { cookie: elsewhere })).status).toBe(302);
  });

  test('an IPv6 /64 counts as one address', async () => {
    for (let i = 0; i < 30; i++) await wrong(`six${i}@demo.example`, `2001:db8:1:2::${i}`);
    expect((await wrong('six30@demo.example', '2001:db8:1:2:ffff::1')).status).toBe(429);
    expect((await wrong('six31@demo.example', '2001:DB8:1:2::9')).status).toBe(429);
    expect((await wrong('six31@demo.example', '2001:db8:1:3::1')).status).toBe(401);
  });

  test('all notations of one IPv6 address count as one address', async () => {
    const forms = ['2001:db8::7:0:0:0:1', '2001:db8:0:7::1', '2001:0db8:0:7:0:0:0:1'];
    for (let i = 0; i < 30; i++)
      expect((await wrong(`form${i}@demo.example`, forms[i % 3]!)).status).toBe(401);
    for (const form of forms) expect((await wrong('form@demo.example', form)).status).toBe(429);
  });
});
