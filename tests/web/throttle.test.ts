import { afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import * as loginApi from '~/routes/api.auth.login';
import { call, type Cast, cast } from '../support/cast';

let people: Cast;
beforeAll(async () => {
  people = await cast();
});
afterEach(() => {
  vi.useRealTimers();
});

let addresses = 0;
const address = () => `203.0.113.${++addresses}`;
const logIn = (email: string, password: string, from: string, cookie = '') =>
  call(loginApi, 'POST', '/api/auth/login', {
    json: { email, password },
    headers: { Cookie: cookie },
    context: { address: from },
  });
const wrong = (email: string, from: string) => logIn(email, 'not this one', from);

describe('ASVS 6.3.1: guessing passwords is slowed down', () => {
  test('the eleventh wrong password for one account from one address is 429 with Retry-After, a minute later it is not', async () => {
    const from = address();
    for (let i = 0; i < 10; i++) expect((await wrong(people.ana.email, from)).status).toBe(401);
    const refused = await wrong(people.ana.email.toUpperCase(), from);
    expect(refused.status).toBe(429);
    expect(Number(refused.headers.get('Retry-After'))).toBeGreaterThan(0);
    expect(Number(refused.headers.get('Retry-After'))).toBeLessThanOrEqual(60);
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 61_000 });
    expect((await logIn(people.ana.email, people.ana.plainPassword, from)).status).toBe(200);
  });

  test('the owner elsewhere is not kept out by it', async () => {
    const from = address();
    for (let i = 0; i < 11; i++) await wrong(people.ben.email, from);
    expect((await logIn(people.ben.email, people.ben.plainPassword, address())).status).toBe(200);
  });

  test('one address that tries many accounts is refused after thirty failures', async () => {
    const from = address();
    for (let i = 0; i < 30; i++)
      expect((await wrong(`nobody${i}@demo.example`, from)).status).toBe(401);
    expect((await wrong('nobody30@demo.example', from)).status).toBe(429);
  });

  test('good logins are not counted', async () => {
    const from = address();
    for (let i = 0; i < 35; i++)
      expect((await logIn(people.chiara.email, people.chiara.plainPassword, from)).status).toBe(
        200,
      );
  });

  test('an attack from everywhere does not keep out the browser that has logged in before', async () => {
    const { daichi } = people;
    const before = await logIn(daichi.email, daichi.plainPassword, address());
    const device = before.headers
      .getSetCookie()
      .find((cookie) => cookie.startsWith('device='))!
      .split(';', 1)[0]!;
    for (let i = 0; i < 100; i++) await wrong(daichi.email, `198.51.100.${i}`);
    expect((await logIn(daichi.email, daichi.plainPassword, address())).status).toBe(429);
    expect((await logIn(daichi.email, daichi.plainPassword, address(), device)).status).toBe(200);
    expect(
      (await logIn(daichi.email, daichi.plainPassword, address(), device.replace(/=./, '=x')))
        .status,
    ).toBe(429);
  });

  test('a whole IPv6 /64 counts as one address', async () => {
    for (let i = 0; i < 30; i++) await wrong(`six${i}@demo.example`, `2001:db8:1:2::${i}`);
    expect((await wrong('six30@demo.example', '2001:db8:1:2:ffff::1')).status).toBe(429);
    expect((await wrong('six31@demo.example', '2001:db8:1:3::1')).status).toBe(401);
  });
});
