import { eq } from 'drizzle-orm';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { db } from '#db/client';
import { historyEvents, passkeys, sessions } from '#db/schema';
import { transaction } from '#db/transaction';
import { setAccountRole } from '~/domain/operations/manage-accounts.server';
import { findPendingAppSetup } from '~/domain/second-factor/app-setup.server';
import { generateCode } from '~/domain/second-factor/code.server';
import { hasSecondFactor } from '~/domain/second-factor/get.server';
import { createPasswordLink } from '~/domain/user/password-link.server';
import { env } from '~/env.server';
import { readSessionId, startSession } from '~/http/session/session.server';
import * as accountPage from '~/routes/account/route';
import * as twoFactorPage from '~/routes/account_.two-factor/route';
import * as userPage from '~/routes/admin_.users_.$id/route';
import * as loginApi from '~/routes/api.auth.login';
import * as userApi from '~/routes/api.auth.user';
import * as dashboard from '~/routes/dashboard/route';
import * as login from '~/routes/login/route';
import * as codePage from '~/routes/login_.code/route';
import * as logout from '~/routes/logout';
import * as passwordPage from '~/routes/password.$key';
import * as newDeal from '~/routes/pipeline.new/route';
import { getCookie } from '../support/answers';
import { call, type CastMember, createCastForEach, request } from '../support/cast';
import { findTags, readText, renderScreen } from '../support/render-screen';
import { readToast } from '../support/toast';

const STEP = 30_000;

const people = createCastForEach();
afterEach(() => {
  vi.useRealTimers();
  env.REQUIRE_TWO_FACTOR = undefined;
});

type Form = Record<string, string>;
const post = (as: { cookie: string }, form: Form) =>
  call(twoFactorPage, 'POST', '/account/two-factor', { as, form });
interface Reply {
  codes?: string[];
  reply?: { error: Record<string, string[]> | null };
}

const pendingSecret = async (user: CastMember, as: { cookie: string } = user) =>
  (await findPendingAppSetup(user, (await readSessionId(request('GET', '/', { as })))!))?.secret;

async function setUp(user: CastMember): Promise<{ secret: string; codes: string[] }> {
  await post(user, { intent: 'app' });
  const secret = (await pendingSecret(user))!;
  const answer = await post(user, { intent: 'confirm', code: generateCode(secret) });
  expect(answer.status).toBe(200);
  // Moves the clock on, since the next code is accepted from the next step.
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 2 * STEP });
  return { secret, codes: ((await answer.json()) as Reply).codes! };
}

const signIn = (user: CastMember, form: Form = {}) =>
  call(login, 'POST', '/login', {
    form: { email: user.email, password: user.plainPassword, ...form },
  });
const secondStep = (cookie: string, form: Form, path = '/login/code') =>
  call(codePage, 'POST', path, { form, headers: { Cookie: cookie } });
const signInByApi = (user: CastMember, code?: string) =>
  call(loginApi, 'POST', '/api/auth/login', {
    json: { email: user.email, password: user.plainPassword, code },
  });
const goesTo = (answer: Response) => [answer.status, answer.headers.get('Location')];

describe('setting two-factor login up (rule 1.35)', () => {
  test('setup shows a key and QR code, then recovery codes once', async () => {
    const { ana } = people;
    await post(ana, { intent: 'app' });
    const shown = await (await call(twoFactorPage, 'GET', '/', { as: ana })).json();
    const secret = (await pendingSecret(ana))!;
    expect(shown.pending.secret.replaceAll(' ', '')).toBe(secret);
    expect(shown.pending.qr.path).toMatch(/^M/);
    const form = { intent: 'confirm', code: generateCode(secret) };
    const { codes } = (await (await post(ana, form)).json()) as Reply;
    expect(new Set(codes).size).toBe(10);
    for (const code of codes!) expect(code).toMatch(/^([a-z2-7]{4}-){3}[a-z2-7]{4}$/);
    const after = await (await call(twoFactorPage, 'GET', '/', { as: ana })).text();
    for (const secretText of [...codes!, secret]) expect(after).not.toContain(secretText);
    const account = await (await call(accountPage, 'GET', '/account', { as: ana })).json();
    expect(account.isTwoStep).toBe(true);
  });

  test('switching off removes everything and is in the history', async () => {
    const { ana } = people;
    await setUp(ana);
    await transaction(async (tx) =>
      tx.insert(passkeys).values({
        id: 'x',
        userId: ana.id,
        name: 'Phone',
        publicKey: 'x',
        counter: 0,
        createdAt: new Date(),
      }),
    );
    expect(goesTo(await post(ana, { intent: 'off' }))).toEqual([302, '/account/two-factor']);
    expect(await hasSecondFactor(ana.id)).toBe(false);
    const rows = await db.select().from(historyEvents).where(eq(historyEvents.subjectId, ana.id));
    expect(rows.slice(1).map(({ kind, actorEmail, fields }) => [kind, actorEmail, fields])).toEqual(
      [
        ['changed', ana.email, { authenticator: [null, 'on'] }],
        ['changed', ana.email, { authenticator: ['on', null], passkeys: [['Phone'], null] }],
      ],
    );
  });

  test('removing the last passkey removes the recovery codes', async () => {
    const { ben } = people;
    const passkey = { id: 'y', userId: ben.id, name: 'Key', publicKey: 'x', counter: 0 };
    await transaction(async (tx) =>
      tx.insert(passkeys).values({ ...passkey, createdAt: new Date() }),
    );
    await post(ben, { intent: 'codes' });
    const shown = async () => (await call(twoFactorPage, 'GET', '/', { as: ben })).json();
    expect(await shown()).toMatchObject({ passkeys: [{ name: 'Key' }], recoveryCodes: 10 });
    await post(ben, { intent: 'remove', id: 'y' });
    expect(await shown()).toMatchObject({ passkeys: [], recoveryCodes: 0 });
  });

  test('setup ends all other sessions unless that is unticked', async () => {
    const { ana, ben } = people;
    for (const [user, endOthers, left] of [
      [ana, 'on', 1],
      [ben, 'off', 2],
    ] as const) {
      await startSession(request('GET', '/'), user);
      const page = await renderScreen(twoFactorPage, '/account/two-factor', { as: user });
      expect(readText(page)).not.toContain('Sign out all other sessions');
      await post(user, { intent: 'app' });
      const begun = await renderScreen(twoFactorPage, '/account/two-factor', { as: user });
      expect(findTags(begun, 'input').filter((tag) => tag.includes('type="checkbox"'))).toEqual([
        expect.stringContaining('checked'),
      ]);
      await post(user, {
        intent: 'confirm',
        code: generateCode((await pendingSecret(user))!),
        endOthers,
      });
      expect(await db.$count(sessions, eq(sessions.userId, user.id))).toBe(left);
    }
  });
});

describe('signing in with two factors (rules 1.37 and 11.32)', () => {
  test('a password leads to the second factor, then to the page', async () => {
    const { ana } = people;
    const { secret } = await setUp(ana);
    const before = await db.$count(sessions);
    const first = await signIn(ana, { to: '/account' });
    expect(goesTo(first)).toEqual([302, '/login/code?to=%2Faccount']);
    expect(getCookie(first, 'session')).toBeUndefined();
    expect(getCookie(first, 'device')).toBeUndefined();
    expect(await db.$count(sessions)).toBe(before);
    const cookie = getCookie(first, 'second-step')!;
    const page = await call(codePage, 'GET', '/login/code', { headers: { Cookie: cookie } });
    expect(await page.json()).toMatchObject({ email: ana.email });
    const wrong = await secondStep(cookie, { code: '000000' });
    expect([wrong.status, getCookie(wrong, 'session')]).toEqual([401, undefined]);
    expect(await wrong.text()).toContain('This code is not valid. Each code works once.');
    const second = await secondStep(
      cookie,
      { code: generateCode(secret) },
      '/login/code?to=%2Faccount',
    );
    expect(goesTo(second)).toEqual([302, '/account']);
    expect(getCookie(second, 'session')).toBeDefined();
    expect(getCookie(second, 'second-step')).toBe('second-step=');
    expect(await readToast(second)).toMatchObject({ title: 'Login successful' });
  });

  test('a recovery code works once', async () => {
    const { ana } = people;
    const { codes } = await setUp(ana);
    const cookie = getCookie(await signIn(ana), 'second-step')!;
    expect(goesTo(await secondStep(cookie, { code: codes[3]! }))).toEqual([302, '/dashboard']);
    const again = getCookie(await signIn(ana), 'second-step')!;
    expect((await secondStep(again, { code: codes[3]! })).status).toBe(401);
  });

  test('a pending login makes one session, even with two requests', async () => {
    const { ana } = people;
    const { secret, codes } = await setUp(ana);
    const cookie = getCookie(await signIn(ana), 'second-step')!;
    const both = await Promise.all(
      [generateCode(secret), codes[0]!].map((code) => secondStep(cookie, { code })),
    );
    expect(both.map(({ status }) => status).sort()).toEqual([302, 401]);
    expect(both.filter((answer) => getCookie(answer, 'session'))).toHaveLength(1);
    expect(goesTo(await secondStep(cookie, { code: codes[1]! }))).toEqual([302, '/login']);
  });

  test('a pending login ends after ten codes or a factor change', async () => {
    const { ana } = people;
    const { codes } = await setUp(ana);
    const worn = getCookie(await signIn(ana), 'second-step')!;
    for (let n = 0; n < 10; n++)
      expect((await secondStep(worn, { code: `abcd-efgh-ijkl-mn${n}` })).status).toBe(401);
    const refused = await secondStep(worn, { code: codes[0]! });
    expect([refused.status, getCookie(refused, 'session')]).toEqual([401, undefined]);
    expect(await refused.text()).toContain('Too many wrong codes. Please sign in again.');
    const begun = getCookie(await signIn(ana), 'second-step')!;
    await post(ana, { intent: 'codes' });
    expect(goesTo(await secondStep(begun, { code: codes[0]! }))).toEqual([302, '/login']);
  });

  test('a pending login from the future is over', async () => {
    const { ana } = people;
    const { codes } = await setUp(ana);
    const cookie = getCookie(await signIn(ana), 'second-step')!;
    vi.setSystemTime(Date.now() - 24 * 60 * 60_000);
    expect(goesTo(await secondStep(cookie, { code: codes[0]! }))).toEqual([302, '/login']);
  });

  test('a pending login ends in five minutes or with its password', async () => {
    const { ana, maren, ben } = people;
    const { secret } = await setUp(ana);
    const start = Date.now();
    const cookie = getCookie(await signIn(ana), 'second-step')!;
    const late = ['/login', 302].reverse();
    vi.setSystemTime(start + 5 * 60_000 + 1);
    const answer = await secondStep(cookie, { code: generateCode(secret) });
    expect(goesTo(answer)).toEqual(late);
    expect((await readToast(answer))?.title).toBe('Please sign in again');
    const fresh = getCookie(await signIn(ana), 'second-step')!;
    const { key } = await createPasswordLink(maren, ana.id);
    await call(passwordPage, 'POST', `/password/${key}`, {
      params: { key },
      form: { password: 'a brand new one', confirmPassword: 'a brand new one' },
    });
    expect(goesTo(await secondStep(fresh, { code: generateCode(secret) }))).toEqual(late);
    const others = await setUp(ben);
    const disabled = getCookie(await signIn(ben), 'second-step')!;
    await call(userPage, 'POST', `/admin/users/${ben.id}`, {
      as: maren,
      params: { id: ben.id },
      form: { intent: 'disable' },
    });
    expect(goesTo(await secondStep(disabled, { code: generateCode(others.secret) }))).toEqual(late);
    expect(goesTo(await secondStep('', { code: generateCode(secret) }))).toEqual(late);
  });

  test('an expired pending login still leads to the wanted page', async () => {
    const { ana } = people;
    const { secret } = await setUp(ana);
    const path = '/login/code?to=%2Flate%2Fkey';
    const cookie = getCookie(await signIn(ana, { to: '/late/key' }), 'second-step')!;
    vi.setSystemTime(Date.now() + 5 * 60_000 + 1);
    const toLogin = [302, '/login?to=%2Flate%2Fkey'];
    expect(goesTo(await secondStep(cookie, { code: generateCode(secret) }, path))).toEqual(toLogin);
    const page = await call(codePage, 'GET', path, { headers: { Cookie: cookie } });
    expect(goesTo(page)).toEqual(toLogin);
  });

  test('"Back to login" keeps the way to the wanted page', async () => {
    const { ana } = people;
    await setUp(ana);
    const Cookie = getCookie(await signIn(ana), 'second-step')!;
    const page = await renderScreen(codePage, '/login/code?to=%2Ftasks', { headers: { Cookie } });
    expect(findTags(page, 'a')).toEqual([expect.stringContaining('href="/login?to=%2Ftasks"')]);
  });

  test('a password link does not skip the second factor', async () => {
    const { ana, maren } = people;
    await setUp(ana);
    const { key } = await createPasswordLink(maren, ana.id);
    const saved = await call(passwordPage, 'POST', `/password/${key}`, {
      params: { key },
      form: { password: 'a brand new one', confirmPassword: 'a brand new one' },
    });
    expect(goesTo(saved)).toEqual([302, '/login']);
    const again = await signIn({ ...ana, plainPassword: 'a brand new one' });
    expect(goesTo(again)).toEqual([302, '/login/code']);
  });

  describe('five wrong codes a minute (rule 1.38)', () => {
    const wrong = async (user: CastMember) => {
      const cookie = getCookie(await signIn(user), 'second-step')!;
      return secondStep(cookie, { code: '000000' });
    };

    test('wrong codes count for the account across new logins', async () => {
      const { ana } = people;
      const { secret } = await setUp(ana);
      for (let minute = 0; minute < 4; minute++) {
        for (let i = 0; i < 5; i++) expect((await wrong(ana)).status).toBe(401);
        expect((await wrong(ana)).status).toBe(429);
        expect((await signInByApi(ana, generateCode(secret))).status).toBe(429);
        vi.setSystemTime(Date.now() + 61_000);
      }
      const cookie = getCookie(await signIn(ana), 'second-step')!;
      const refused = await secondStep(cookie, { code: generateCode(secret) });
      expect(refused.status).toBe(429);
      expect(await refused.text()).toContain(
        'Too many attempts. Please try again in 24 hours. Or enter two codes in a row: ' +
          'the one the app shows now and, as soon as it changes, the next.',
      );
    });

    test('wrong codes of another browser do not lock the owner out', async () => {
      const { ana } = people;
      const { secret, codes } = await setUp(ana);
      const device = getCookie(await signInByApi(ana, generateCode(secret)), 'device')!;
      const attack = async () => {
        for (let i = 0; i < 6; i++) await wrong(ana);
      };
      const begin = async () => getCookie(await signIn(ana), 'second-step')!;
      await attack();
      expect((await secondStep(await begin(), { code: codes[0]! })).status).toBe(302);
      await attack();
      vi.setSystemTime(Date.now() + 2 * STEP);
      const row = `${generateCode(secret)} ${generateCode(secret, Date.now() + STEP)}`;
      expect((await secondStep(await begin(), { code: row })).status).toBe(302);
      await attack();
      vi.setSystemTime(Date.now() + 2 * STEP);
      const here = `${await begin()}; ${device}`;
      expect((await secondStep(here, { code: generateCode(secret) })).status).toBe(302);
      await attack();
      const passkey = await secondStep(await begin(), { credential: '{}' });
      expect(passkey.status, 'is looked at').toBe(401);
    });

    test('wrong codes of a known browser are counted for it alone', async () => {
      const { ana } = people;
      const { secret } = await setUp(ana);
      const device = getCookie(await signInByApi(ana, generateCode(secret)), 'device')!;
      const here = `${getCookie(await signIn(ana), 'second-step')!}; ${device}`;
      for (let i = 0; i < 5; i++)
        expect((await secondStep(here, { code: '000000' })).status).toBe(401);
      expect((await secondStep(here, { code: '000000' })).status).toBe(429);
      expect((await wrong(ana)).status).toBe(401);
    });
  });

  test('the API takes the code with the password', async () => {
    const { ana } = people;
    const { secret } = await setUp(ana);
    const without = await signInByApi(ana);
    expect([without.status, await without.json(), getCookie(without, 'session')]).toEqual([
      401,
      {
        message:
          'Two-step login is on for this account. ' +
          'Please send the code from the authenticator app as well.',
      },
      undefined,
    ]);
    expect((await signInByApi(ana, '000000')).status).toBe(401);
    const answer = await signInByApi(ana, generateCode(secret));
    expect([answer.status, Boolean(getCookie(answer, 'session'))]).toEqual([200, true]);
  });
});

describe('REQUIRE_TWO_FACTOR (rule 1.39)', () => {
  const get = (as: CastMember) => call(dashboard, 'GET', '/dashboard', { as });

  test('a user without a factor is led to setup, the API is 403', async () => {
    const { ana } = people;
    env.REQUIRE_TWO_FACTOR = 'all';
    expect(goesTo(await get(ana))).toEqual([302, '/account/two-factor?to=%2Fdashboard']);
    expect(goesTo(await call(accountPage, 'GET', '/account?a=1', { as: ana }))).toEqual([
      302,
      '/account/two-factor?to=%2Faccount%3Fa%3D1',
    ]);
    const api = await call(userApi, 'GET', '/api/auth/user', { as: ana });
    expect([api.status, await api.json()]).toEqual([
      403,
      { message: 'Two-step login is required. Please set it up at /account/two-factor first.' },
    ]);
    const page = await call(twoFactorPage, 'GET', '/account/two-factor', { as: ana });
    expect(await page.json()).toMatchObject({ mustSetUp: true });
    await setUp(ana);
    expect((await get(ana)).status).toBe(200);
    expect((await call(userApi, 'GET', '/api/auth/user', { as: ana })).status).toBe(200);
    const out = await call(logout, 'POST', '/logout', { as: people.ben, form: {} });
    expect(goesTo(out)).toEqual([302, '/login']);
  });

  test('the value staff applies to managers and admins only', async () => {
    env.REQUIRE_TWO_FACTOR = 'staff';
    const { ana, tomas, maren } = people;
    const statuses = await Promise.all([ana, tomas, maren].map(get));
    expect(statuses.map(({ status }) => status)).toEqual([200, 302, 302]);
    await setAccountRole(ana, 'manager');
    expect((await get(ana)).status).toBe(302);
  });

  test('a form sent before setup is saved', async () => {
    const { ana } = people;
    const device = getCookie(await signIn(ana), 'device')!;
    env.REQUIRE_TWO_FACTOR = 'all';
    const sent = await call(newDeal, 'POST', '/pipeline/new', {
      form: { companyName: 'Typed before' },
      headers: { Cookie: `${ana.cookie}; ${device}` },
    });
    const setUp = sent.headers.get('Location')!;
    expect(setUp).toMatch(/^\/account\/two-factor\?to=%2Flate%2F[\w-]{43}$/);
    const page = await call(twoFactorPage, 'GET', setUp, { as: ana });
    const next = new URL(setUp, 'http://localhost').searchParams.get('to');
    expect(await page.json()).toMatchObject({ next });
    const app = await call(twoFactorPage, 'POST', setUp, { as: ana, form: { intent: 'app' } });
    expect(goesTo(app)).toEqual([302, setUp]);
  });
});

describe('resetting two-factor login (rules 1.36 and 1.40)', () => {
  const reset = (as: CastMember, { id }: CastMember) =>
    call(userPage, 'POST', `/admin/users/${id}`, {
      as,
      params: { id },
      form: { intent: 'reset-second-factor' },
    });

  test('a reset ends sessions, is recorded and shown at login', async () => {
    const { ana, maren } = people;
    await setUp(ana);
    const shown = await call(userPage, 'GET', '/', { as: maren, params: { id: ana.id } });
    expect((await shown.json()).user.canResetSecondFactor).toBe(true);
    await reset(maren, ana);
    expect(await hasSecondFactor(ana.id)).toBe(false);
    expect(await db.$count(sessions, eq(sessions.userId, ana.id))).toBe(0);
    const [last] = (
      await db.select().from(historyEvents).where(eq(historyEvents.subjectId, ana.id))
    ).slice(-1);
    expect([last!.actorEmail, last!.fields]).toEqual([
      maren.email,
      { authenticator: ['on', null] },
    ]);
    const told = await readToast(await signIn(ana));
    expect(told!.text).toMatch(/^Welcome back! Your two-step login was changed on .+\.$/);
    expect((await readToast(await signIn(ana)))!.text).toBe('Welcome back!');
  });

  test('only admins reset, and never themselves', async () => {
    const { ana, tomas, maren } = people;
    await setUp(ana);
    await setUp(maren);
    await reset(tomas, ana);
    await reset(maren, maren);
    expect([await hasSecondFactor(ana.id), await hasSecondFactor(maren.id)]).toEqual([true, true]);
  });
});
