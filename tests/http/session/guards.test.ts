import { createHash } from 'node:crypto';
import { eq, sql } from 'drizzle-orm';
import { afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { db } from '#db/client';
import { sessions, users } from '#db/schema';
import { transaction } from '#db/transaction';
import { SESSION_TTL_SECONDS } from '~/domain/session/session.server';
import { requireApiAdmin, requireApiStaff, requireApiUser } from '~/http/session/api-guards.server';
import {
  findRequestViewer,
  requireStaff,
  requireUser,
  SIGNED_OUT_MESSAGE,
} from '~/http/session/guards.server';
import { renewSessionCookie, startSession } from '~/http/session/session.server';
import { consumeToast, respondWithRedirect } from '~/http/session/toast.server';
import { loader as rootLoader } from '~/root';
import * as apiLogin from '~/routes/api.auth.login';
import * as apiLogout from '~/routes/api.auth.logout';
import * as login from '~/routes/login/route';
import * as logout from '~/routes/logout';
import { catchResponse, getCookie } from '../../support/answers';
import { call, type Cast, createCast, request } from '../../support/cast';

const HOUR = 60 * 60 * 1000;

let people: Cast;
beforeAll(async () => {
  people = await createCast();
});
afterEach(() => {
  vi.useRealTimers();
});

/** Returns the session id inside a signed cookie. */
function getSessionId(cookie: string): string {
  const value = decodeURIComponent(cookie.slice(cookie.indexOf('=') + 1));
  return JSON.parse(
    Buffer.from(value.slice(0, value.lastIndexOf('.')), 'base64').toString(),
  ) as string;
}
const computeSid = (cookie: string) =>
  createHash('sha256').update(getSessionId(cookie)).digest('hex');
const findRow = async (cookie: string) =>
  (
    await db
      .select()
      .from(sessions)
      .where(eq(sessions.sid, computeSid(cookie)))
  )[0];
const asks = (cookie: string, path = '/') => request('GET', path, { headers: { Cookie: cookie } });
const who = async (cookie: string) => (await findRequestViewer(asks(cookie)))?.email;
const newSession = async (user: { id: string }, cookie?: string) =>
  (await startSession(cookie ? asks(cookie) : asks(''), user)).split(';', 1)[0]!;

describe('session cookie (rule 1.17)', () => {
  test('the session cookie is HttpOnly, SameSite=Lax and for 14 days', async () => {
    const set = await startSession(asks(''), people.ana);
    expect(set.split('; ').slice(1).sort()).toEqual([
      'HttpOnly',
      'Max-Age=1209600',
      'Path=/',
      'SameSite=Lax',
    ]);
    expect(SESSION_TTL_SECONDS).toBe(14 * 24 * 3600);
  });

  test('the session table stores a hash of the id and all else', async () => {
    const cookie = await newSession(people.ana);
    const id = getSessionId(cookie);
    expect(Buffer.from(id, 'base64url')).toHaveLength(32);
    const row = (await findRow(cookie))!;
    expect(row).toMatchObject({ userId: people.ana.id, sess: { userId: people.ana.id } });
    expect(Math.abs(row.expire.getTime() - Date.now() - SESSION_TTL_SECONDS * 1000)).toBeLessThan(
      10_000,
    );
    expect(JSON.stringify(await db.select().from(sessions))).not.toContain(id);
  });

  test('the hash from the session table is not accepted as an id', async () => {
    const cookie = await newSession(people.ana);
    const { sid } = (await findRow(cookie))!;
    expect(await who(`session=${sid}`)).toBeUndefined();
    expect(
      await who(
        cookie.replace(
          encodeURIComponent(Buffer.from(JSON.stringify(getSessionId(cookie))).toString('base64')),
          encodeURIComponent(Buffer.from(JSON.stringify(sid)).toString('base64')),
        ),
      ),
    ).toBeUndefined();
  });

  test.each([
    'session=',
    'session=x',
    'session=e30%3D',
    'session=e30%3D.AAAA',
    'session=%',
    'session=%E0%A4%A',
    'session=bnVsbA%3D%3D.x',
    'session="',
    ';;;',
    'session=null; session=undefined',
  ])('the made-up cookie %s is not accepted', async (cookie) => {
    expect(await who(cookie)).toBeUndefined();
  });

  test('a cookie with a changed id or signature is not accepted', async () => {
    const cookie = await newSession(people.ana);
    expect(await who(cookie)).toBe('ana@demo.example');
    for (let at = cookie.indexOf('=') + 1; at < cookie.length - 2; at += 7) {
      const changed = `${cookie.slice(0, at)}${cookie[at] === 'B' ? 'C' : 'B'}${cookie.slice(at + 1)}`;
      expect(await who(changed)).toBeUndefined();
    }
  });
});

describe('new session ids (rule 1.19)', () => {
  test('signing in ends the old session and issues a new id', async () => {
    const before = await newSession(people.ben);
    const answer = await call(login, 'POST', '/login', {
      form: { email: people.ana.email, password: people.ana.plainPassword },
      headers: { Cookie: before },
    });
    const after = getCookie(answer, 'session')!;
    expect(getSessionId(after)).not.toBe(getSessionId(before));
    expect([await who(before), await who(after)]).toEqual([undefined, 'ana@demo.example']);
    expect(await findRow(before)).toBeUndefined();
  });

  test('an API login ends the old session and issues a new id', async () => {
    const before = await newSession(people.ana);
    const answer = await call(apiLogin, 'POST', '/api/auth/login', {
      json: { email: people.ana.email, password: people.ana.plainPassword },
      headers: { Cookie: before },
    });
    expect([await who(before), await who(getCookie(answer, 'session')!)]).toEqual([
      undefined,
      'ana@demo.example',
    ]);
  });

  test('a failed login leaves the session unchanged', async () => {
    const before = await newSession(people.ana);
    await call(apiLogin, 'POST', '/api/auth/login', {
      json: { email: people.ana.email, password: 'wrong' },
      headers: { Cookie: before },
    });
    expect(await who(before)).toBe('ana@demo.example');
  });
});

describe('ending the session by logout (rules 1.20, 1.22 and 11.5)', () => {
  test.each([
    [{}, '/login'],
    [{ from: 'admin' }, '/'],
    [{ from: 'https://evil.com' }, '/login'],
  ])('the logout form with %j leads to %s with a message', async (form, location) => {
    const cookie = await newSession(people.ana);
    const answer = await call(logout, 'POST', '/logout', { form, headers: { Cookie: cookie } });
    expect([answer.status, answer.headers.get('Location'), getCookie(answer, 'session')]).toEqual([
      302,
      location,
      'session=',
    ]);
    expect(answer.headers.getSetCookie().find((set) => set.startsWith('session='))).toContain(
      'Max-Age=0',
    );
    expect((await consumeToast(asks(getCookie(answer, 'toast')!))).toast).toEqual({
      title: 'Logged out',
      text: 'You have been logged out successfully',
      failed: false,
    });
    expect([await who(cookie), await findRow(cookie)]).toEqual([undefined, undefined]);
  });

  test('an API logout ends the session on the server', async () => {
    const cookie = await newSession(people.ana);
    const answer = await call(apiLogout, 'POST', '/api/auth/logout', {
      headers: { Cookie: cookie },
    });
    expect([answer.status, getCookie(answer, 'session')]).toEqual([200, 'session=']);
    expect(await findRow(cookie)).toBeUndefined();
    expect(
      (await call(apiLogout, 'POST', '/api/auth/logout', { headers: { Cookie: cookie } })).status,
    ).toBe(200);
  });

  test('a GET does not end a session', async () => {
    const cookie = await newSession(people.ana);
    expect(
      (await call(logout, 'GET', '/logout', { headers: { Cookie: cookie } })).headers.get(
        'Location',
      ),
    ).toBe('/');
    expect(
      (await call(apiLogout, 'GET', '/api/auth/logout', { headers: { Cookie: cookie } })).status,
    ).toBe(405);
    expect(await who(cookie)).toBe('ana@demo.example');
  });
});

describe('session lifetime (rules 1.18 and 1.42)', () => {
  test('a session ends after 14 days without use', async () => {
    const cookie = await newSession(people.ana);
    const { expire } = (await findRow(cookie))!;
    vi.useFakeTimers({ now: expire.getTime() - 1, toFake: ['Date'] });
    expect(await who(cookie)).toBe('ana@demo.example');
    vi.setSystemTime(expire);
    expect(await who(cookie)).toBeUndefined();
    expect(await renewSessionCookie(asks(cookie))).toBeUndefined();
  });

  test('a session is renewed at most once an hour with the same id', async () => {
    const cookie = await newSession(people.ana);
    const started = (await findRow(cookie))!.expire.getTime() - SESSION_TTL_SECONDS * 1000;
    vi.useFakeTimers({ now: started + HOUR - 1, toFake: ['Date'] });
    expect(await renewSessionCookie(asks(cookie))).toBeUndefined();
    vi.setSystemTime(started + HOUR + 1);
    const renewed = (await renewSessionCookie(asks(cookie)))!;
    expect(getSessionId(renewed.split(';', 1)[0]!)).toBe(getSessionId(cookie));
    expect(renewed).toContain('Max-Age=1209600');
    expect((await findRow(cookie))!.expire.getTime()).toBe(
      started + HOUR + 1 + SESSION_TTL_SECONDS * 1000,
    );
    expect(await renewSessionCookie(asks(cookie))).toBeUndefined();
    vi.setSystemTime(started + 2 * HOUR + 2);
    expect(await renewSessionCookie(asks(cookie))).toBeDefined();
  });

  test('a session in use outlives 14 days', async () => {
    const cookie = await newSession(people.ana);
    vi.useFakeTimers({ now: Date.now(), toFake: ['Date'] });
    for (let day = 0; day < 4; day++) {
      vi.setSystemTime(Date.now() + 10 * 24 * HOUR);
      expect(await renewSessionCookie(asks(cookie))).toBeDefined();
    }
    expect(await who(cookie)).toBe('ana@demo.example');
  });

  test('a session outlives a clock that changes by a day', async () => {
    const cookie = await newSession(people.ana);
    const started = Date.now();
    vi.useFakeTimers({ now: started, toFake: ['Date'] });
    for (const hours of [-24, 0, 24, 0]) {
      vi.setSystemTime(started + hours * HOUR);
      expect(await who(cookie)).toBe('ana@demo.example');
      await renewSessionCookie(asks(cookie));
    }
    const { expire } = (await findRow(cookie))!;
    expect(expire.getTime()).toBeGreaterThanOrEqual(started + SESSION_TTL_SECONDS * 1000);
  });

  test('a session continues without renewal on a full disk', async () => {
    const cookie = await newSession(people.ana);
    const { expire } = (await findRow(cookie))!;
    vi.useFakeTimers({ now: expire.getTime() - HOUR, toFake: ['Date'] });
    const run = (text: string) => transaction(async (tx) => tx.run(sql.raw(text)));
    const pragma = (text: string) =>
      transaction(async (tx) => Object.values(tx.get(sql.raw(`pragma ${text}`)) as object)[0]);
    const most = await pragma('max_page_count');
    await pragma(`max_page_count = ${await pragma('page_count')}`);
    await run(`create temp trigger no_room after update on sessions begin
      insert into trash (deleted_at, deleted_by, subject, name, owner, deals, "rows")
      values (0, '', 'account', '', '', 0, hex(zeroblob(1000000))); end`);
    expect(await renewSessionCookie(asks(cookie))).toBeUndefined();
    expect(await who(cookie)).toBe('ana@demo.example');
    await run('drop trigger no_room');
    await pragma(`max_page_count = ${most}`);
    expect(await renewSessionCookie(asks(cookie))).toBeDefined();
  });

  test('a session is not renewed during another write', async () => {
    const cookie = await newSession(people.ana);
    const { expire } = (await findRow(cookie))!;
    vi.useFakeTimers({ now: expire.getTime() - HOUR, toFake: ['Date'] });
    let done!: () => void;
    const long = transaction(() => new Promise<void>((resolve) => (done = resolve)));
    expect(await renewSessionCookie(asks(cookie))).toBeUndefined();
    done();
    await long;
    expect(await renewSessionCookie(asks(cookie))).toBeDefined();
  });

  test('expired sessions are deleted when the next one starts', async () => {
    const old = await newSession(people.ben);
    await transaction(async (tx) =>
      tx
        .update(sessions)
        .set({ expire: new Date(Date.now() - 1) })
        .where(eq(sessions.sid, computeSid(old))),
    );
    await newSession(people.ana);
    expect(await findRow(old)).toBeUndefined();
  });
});

describe('current state of the account (rules 1.20 and 1.21)', () => {
  const change = (id: string, values: Partial<typeof users.$inferInsert>) =>
    transaction(async (tx) => tx.update(users).set(values).where(eq(users.id, id)));

  test('a new role takes effect at the next request', async () => {
    const cookie = await newSession(people.chiara);
    await catchResponse(requireStaff(asks(cookie)));
    await change(people.chiara.id, { role: 'manager' });
    expect((await requireStaff(asks(cookie))).role).toBe('manager');
    expect((await catchResponse(requireApiAdmin(asks(cookie)))).status).toBe(403);
    await change(people.chiara.id, { isAdmin: true });
    expect((await requireApiAdmin(asks(cookie))).isAdmin).toBe(true);
    await change(people.chiara.id, { role: 'user', isAdmin: false });
    expect((await catchResponse(requireApiStaff(asks(cookie)))).status).toBe(403);
  });

  test.each(['rejected', 'pending'] as const)(
    'an account that becomes %s is signed out',
    async (approvalStatus) => {
      const cookie = await newSession(people.daichi);
      await change(people.daichi.id, { approvalStatus });
      expect(await who(cookie)).toBeUndefined();
      expect((await catchResponse(requireApiUser(asks(cookie)))).status).toBe(401);
      await change(people.daichi.id, { approvalStatus: 'approved' });
    },
  );

  test('deleting an account ends its sessions', async () => {
    const cookie = await newSession(people.nameless);
    await transaction(async (tx) => tx.delete(users).where(eq(users.id, people.nameless.id)));
    expect([await who(cookie), await findRow(cookie)]).toEqual([undefined, undefined]);
  });
});

describe('access by role (rules 2.6, 12.3 and 12.5)', () => {
  test('a signed-out visitor of a page gets 401 and a way to sign in', async () => {
    const answer = await catchResponse(requireUser(request('GET', '/pipeline/7/edit?x=1&y=/z')));
    expect(answer.status).toBe(401);
    expect(await answer.json()).toEqual({
      message: SIGNED_OUT_MESSAGE,
      moveOn: '/api/login?to=%2Fpipeline%2F7%2Fedit%3Fx%3D1%26y%3D%2Fz',
    });
    expect(SIGNED_OUT_MESSAGE).toBe('Unauthorized: You are logged out. Logging in again...');
  });

  test('the admin area is 403 for users and 401 for the signed-out', async () => {
    const refused = await catchResponse(requireStaff(request('GET', '/admin', { as: people.ana })));
    expect(refused.status).toBe(403);
    expect(await refused.json()).toEqual({
      message: 'Manager or admin access required. Redirecting...',
      moveOn: '/api/login',
    });
    expect((await catchResponse(requireStaff(request('GET', '/admin')))).status).toBe(401);
  });

  test.each([
    ['user', requireApiUser, [200, 200, 200, 401]],
    ['staff', requireApiStaff, [403, 200, 200, 401]],
    ['admin', requireApiAdmin, [403, 403, 200, 401]],
  ] as const)('the API for %s checks the role of its caller', async (_, guard, statuses) => {
    const { ana, tomas, maren } = people;
    const asked = [ana, tomas, maren, undefined].map((as) =>
      guard(request('GET', '/api/x', { as })).then(
        () => 200,
        (answer: Response) => answer.status,
      ),
    );
    expect(await Promise.all(asked)).toEqual(statuses);
  });
});

describe('messages for the next page (rule 12.9)', () => {
  test('a message is shown once on the next page', async () => {
    const cookie = getCookie(
      await respondWithRedirect({
        redirectTo: '/dashboard',
        toast: { title: 'Success', text: 'Done' },
      }),
      'toast',
    )!;
    const { toast, clearCookie } = await consumeToast(asks(cookie));
    expect(toast).toEqual({ title: 'Success', text: 'Done', failed: false });
    expect(clearCookie).toMatch(/^toast=; Max-Age=0; Path=\/; /);
    expect(await consumeToast(asks('toast='))).toEqual({});
  });

  test('a forged message is not shown', async () => {
    const cookie = getCookie(
      await respondWithRedirect({ redirectTo: '/', toast: { title: 'Success' } }),
      'toast',
    )!;
    const forged = Buffer.from(JSON.stringify({ title: 'Call this number' })).toString('base64');
    for (const value of [forged, `${forged}.${cookie.split('.').at(-1)}`, '%', 'null'])
      expect(await consumeToast(asks(`toast=${value}`))).toEqual({});
  });

  test('the root loader returns the message on every page', async () => {
    const session = await newSession(people.ana);
    const toast = getCookie(
      await respondWithRedirect({ redirectTo: '/', toast: { title: 'Success', text: 'Done' } }),
      'toast',
    )!;
    const answer = await call({ loader: rootLoader }, 'GET', '/', {
      headers: { Cookie: `${session}; ${toast}; tz=Asia/Tokyo` },
    });
    expect(await answer.json()).toEqual({
      viewer: {
        id: people.ana.id,
        name: 'Ana Lindqvist',
        email: 'ana@demo.example',
        isStaff: false,
        isAdmin: false,
        mentions: 0,
        dueTasks: 0,
      },
      toast: { title: 'Success', text: 'Done', failed: false },
      timeZone: 'Asia/Tokyo',
      language: 'en-US',
      timeZoneCookie: 'tz=; Max-Age=31536000; Path=/; SameSite=Lax',
      appearance: { theme: 'system', density: 'comfortable', shortcuts: 'on' },
    });
    expect(getCookie(answer, 'toast')).toBe('toast=');
    const next = await call({ loader: rootLoader }, 'GET', '/', { headers: { Cookie: session } });
    expect(await next.json()).not.toHaveProperty('toast');
    expect(next.headers.getSetCookie()).toEqual([]);
  });
});
