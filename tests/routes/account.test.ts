import { eq } from 'drizzle-orm';
import { describe, expect, test, vi } from 'vitest';
import { db } from '#db/client';
import { sessions, users } from '#db/schema';
import { transaction } from '#db/transaction';
import { createApprovedUser } from '~/domain/operations/manage-accounts.server';
import { countUsers } from '~/domain/user/list.server';
import { verifyLogin } from '~/domain/user/login.server';
import { findRequestViewer } from '~/http/session/guards.server';
import { startSession } from '~/http/session/session.server';
import * as accountPage from '~/routes/account/route';
import * as usersApi from '~/routes/api.admin.users';
import * as managerApi from '~/routes/api.admin.users_.manager';
import { catchResponse, readErrors } from '../support/answers';
import { call, createCastForAll, request } from '../support/cast';
import { renderScreen } from '../support/render-screen';

const people = createCastForAll();

const post = (as: { cookie: string }, form: Record<string, string>) =>
  call(accountPage, 'POST', '/account', { as, form });
const signInElsewhere = async (user: { id: string }) =>
  (await startSession(request('GET', '/'), user)).split(';', 1)[0]!;
const isSignedIn = async (cookie: string) =>
  Boolean(await findRequestViewer(request('GET', '/', { as: { cookie } })));

describe('the name at /account (rules 1.25 and 12.24)', () => {
  test('search finds a changed name', async () => {
    const { ben, maren } = people;
    const answer = await post(ben, { intent: 'name', firstName: 'Bénédict', lastName: 'Okafor' });
    expect([answer.status, answer.headers.get('Location')]).toEqual([302, '/account']);
    expect((await db.select().from(users).where(eq(users.id, ben.id)))[0]).toMatchObject({
      firstName: 'Bénédict',
      lastName: 'Okafor',
      role: 'user',
    });
    expect(await countUsers(maren, { search: 'BÉNÉDICT' })).toBe(1);
  });

  test('the first wrong field has the focus', async () => {
    const form = { intent: 'name', firstName: 'Ben', lastName: ' ' };
    const html = await renderScreen(accountPage, '/account', { as: people.ben, form });
    const focused = html.match(/<[^>]*autofocus[^>]*>/gi);
    expect(focused).toEqual([expect.stringContaining('name="lastName"')]);
  });

  test('the eleventh name change in a minute stays in the form', async () => {
    const name = { intent: 'name', firstName: 'Chiara', lastName: 'Conti' };
    for (let n = 0; n < 10; n++) expect((await post(people.chiara, name)).status).toBe(302);
    const refused = await post(people.chiara, name);
    expect(refused.status).toBe(429);
    const fields = (await refused.json()).form.fields as [string, string][];
    expect(Object.fromEntries(fields)).toMatchObject(name);
  });
});

describe('an invalid name (rule 1.30)', () => {
  const LINK = 'Please enter a name only, without a web or email address';
  const WRONG = { firstName: 'Log in at evil.com', lastName: 'One\nTwo' };
  const MESSAGES = { firstName: [LINK], lastName: ['Please enter the name on one line'] };

  test('every form and command refuses links and line breaks', async () => {
    const { ben, maren } = people;
    const own = await post(ben, { intent: 'name', ...WRONG });
    expect((await own.json()).name.error).toEqual(MESSAGES);
    const json = { email: 'new@demo.example', password: 'eight-or-more', ...WRONG };
    for (const [route, path] of [
      [usersApi, '/api/admin/users'],
      [managerApi, '/api/admin/users/manager'],
    ] as const) {
      const answer = await call(route, 'POST', path, { as: maren, json });
      expect([answer.status, await readErrors(answer)]).toEqual([400, MESSAGES]);
    }
    const refused = await catchResponse(createApprovedUser({ email: json.email, ...WRONG }));
    expect([refused.status, await readErrors(refused)]).toEqual([400, MESSAGES]);
  });
});

describe('the password at /account (ASVS 6.2.2, 6.2.3, 7.4.3, rule 1.26)', () => {
  test('changing the password requires the current one', async () => {
    const answer = await post(people.ana, {
      intent: 'password',
      current: 'not this one',
      password: 'a brand new one',
      confirmPassword: 'a brand new one',
    });
    expect(answer.status).toBe(400);
    const text = await answer.text();
    expect(text).toContain('This is not your current password');
    expect(text).not.toContain('a brand new one');
    expect((await verifyLogin(people.ana.email, people.ana.plainPassword)).id).toBe(people.ana.id);
  });

  test.each([
    ['short', 'short', 'Password must be at least 8 characters long'],
    ['long enough 1', 'long enough 2', "Passwords don't match"],
    ['é'.repeat(37), 'é'.repeat(37), 'Password must be at most 72 bytes long'],
  ])('password change with %s, %s answers %s', async (password, confirmPassword, message) => {
    const answer = await post(people.ana, {
      intent: 'password',
      current: people.ana.plainPassword,
      password,
      confirmPassword,
    });
    expect(answer.status).toBe(400);
    expect(await answer.text()).toContain(message);
  });
});

describe('sessions at /account (ASVS 7.5.2, rules 1.18, 1.25 and 1.43)', () => {
  test('users see and end only their own sessions', async () => {
    const { chiara, tomas } = people;
    const other = await signInElsewhere(chiara);
    const shown = await (await call(accountPage, 'GET', '/account', { as: chiara })).json();
    expect(shown.sessions).toHaveLength(2);
    const { sid } = shown.sessions.find((session: { isCurrent: boolean }) => !session.isCurrent);
    await post(tomas, { intent: 'end', sid });
    expect(await isSignedIn(other)).toBe(true);
    await post(chiara, { intent: 'end', sid });
    expect([await isSignedIn(other), await isSignedIn(chiara.cookie)]).toEqual([false, true]);
  });

  test('20 sessions are listed, and all others end at once', async () => {
    const { tomas } = people;
    const later = new Date(Date.now() + 30 * 24 * 60 * 60 * 1000);
    await transaction(async (tx) =>
      tx.insert(sessions).values(
        Array.from({ length: 40 }, (_, n) => ({
          sid: `session ${n}`,
          userId: tomas.id,
          sess: { userId: tomas.id, startedAt: Date.now(), agent: 'Firefox/1' },
          expire: later,
        })),
      ),
    );
    const shown = await (await call(accountPage, 'GET', '/account', { as: tomas })).json();
    expect([shown.sessions.length, shown.moreSessions]).toEqual([20, 21]);
    expect(shown.sessions[0].isCurrent).toBe(true);
    const html = await renderScreen(accountPage, '/account', { as: tomas });
    expect(html).toContain('and 21 more');
    expect(html).toContain('Sign out all other sessions');
    await post(tomas, { intent: 'end others' });
    expect(await db.$count(sessions, eq(sessions.userId, tomas.id))).toBe(1);
    expect(await isSignedIn(tomas.cookie)).toBe(true);
  });

  test('a renewed session ends 90 days after the login', async () => {
    const { nameless } = people;
    const day = 24 * 60 * 60 * 1000;
    const start = Date.now();
    vi.useFakeTimers({ toFake: ['Date'], now: start });
    const { renewSessionCookie } = await import('~/http/session/session.server');
    for (let days = 10; days < 90; days += 10) {
      vi.setSystemTime(start + days * day);
      expect(await renewSessionCookie(request('GET', '/', { as: nameless }))).toBeDefined();
    }
    vi.setSystemTime(start + 90 * day + 60_000);
    expect(await isSignedIn(nameless.cookie)).toBe(false);
    vi.useRealTimers();
  });
});
