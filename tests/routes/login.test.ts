import { describe, expect, test } from 'vitest';
import { db } from '#db/client';
import { sessions } from '#db/schema';
import * as apiLogin from '~/routes/api.auth.login';
import * as apiUser from '~/routes/api.auth.user';
import * as loginGate from '~/routes/api.login';
import * as login from '~/routes/login/route';
import { getCookie, readErrors } from '../support/answers';
import { call, createCastForAll } from '../support/cast';
import { readToast } from '../support/toast';

const people = createCastForAll();

type Reply = { error: Record<string, string[]> | null; initialValue: Record<string, unknown> };

async function both(fields: Record<string, string>) {
  const form = await call(login, 'POST', '/login', { form: fields });
  const api = await call(apiLogin, 'POST', '/api/auth/login', { json: fields });
  return { form, api };
}

describe('login messages are the same in form and API (rule 1.12)', () => {
  test.each([
    [{ email: '', password: 'x' }, { email: ['Please enter a valid email address'] }],
    [{ email: 'ana', password: 'x' }, { email: ['Please enter a valid email address'] }],
    [{ email: 'ana@', password: 'x' }, { email: ['Please enter a valid email address'] }],
    [{ email: 'a@b@c.example', password: 'x' }, { email: ['Please enter a valid email address'] }],
    [
      { email: `${'a'.repeat(250)}@b.example`, password: 'x' },
      { email: ['Please enter a valid email address'] },
    ],
    [{ email: 'ana@demo.example', password: '' }, { password: ['Password is required'] }],
    [
      { email: '', password: '' },
      { email: ['Please enter a valid email address'], password: ['Password is required'] },
    ],
    [
      {} as Record<string, string>,
      { email: ['Please enter a valid email address'], password: ['Password is required'] },
    ],
  ])('an invalid login answers by field: %j', async (fields, messages) => {
    const { form, api } = await both(fields);
    expect([form.status, api.status]).toEqual([400, 400]);
    expect(((await form.json()) as Reply).error).toEqual(messages);
    expect(await readErrors(api)).toEqual(messages);
  });

  test.each([
    { email: 1, password: 2 },
    { email: null, password: null },
    { email: ['ana@demo.example'], password: {} },
  ])('a value that is not text answers the same: %j', async (json) => {
    const api = await call(apiLogin, 'POST', '/api/auth/login', { json });
    expect(await readErrors(api)).toEqual({
      email: ['Please enter a valid email address'],
      password: ['Password is required'],
    });
  });

  test('the form returns the email and never the password', async () => {
    const answer = await call(login, 'POST', '/login', {
      form: { email: 'not an email', password: 'secret-typed' },
    });
    const text = await answer.text();
    expect((JSON.parse(text) as Reply).initialValue).toEqual({ email: 'not an email' });
    expect(text).not.toContain('secret-typed');
  });
});

describe('statuses of a failed login (rule 1.14)', () => {
  const WRONG = 'Invalid email or password.';
  test.each([
    ['nobody@demo.example', 'demo-ana-2026', 401, WRONG],
    ['ana@demo.example', 'demo-ana-2027', 401, WRONG],
    ['ana@demo.example', 'Demo-ana-2026', 401, WRONG],
    ['ana@demo.example', 'demo-ana-2026 ', 401, WRONG],
    ['pia@demo.example', 'wrong', 401, WRONG],
    ['pia@demo.example', 'demo-pia-2026', 403, 'Your account is pending admin approval.'],
    ['rolf@demo.example', 'wrong', 401, WRONG],
    ['rolf@demo.example', 'demo-rolf-2026', 403, 'Your account was not approved.'],
  ])('%s with the password “%s” is %d', async (email, password, status, message) => {
    const before = await db.$count(sessions);
    const { form, api } = await both({ email, password });
    expect([form.status, api.status]).toEqual([status, status]);
    expect(await api.json()).toEqual({ message });
    const reply = (await form.json()) as Reply;
    expect(reply.error).toEqual({ '': [message] });
    expect(reply.initialValue).toEqual({ email });
    expect([getCookie(form, 'session'), getCookie(api, 'session')]).toEqual([undefined, undefined]);
    expect(await db.$count(sessions)).toBe(before);
  });
});

describe('signing in (rules 1.3, 1.15 and 11.3)', () => {
  test.each(['ana@demo.example', 'ANA@Demo.Example', '  ana@demo.example \t'])(
    'the email %j is trimmed and case-insensitive',
    async (email) => {
      const { form, api } = await both({ email, password: people.ana.plainPassword });
      expect([form.status, api.status]).toEqual([302, 200]);
      expect(((await api.json()) as { user: { id: string } }).user.id).toBe(people.ana.id);
    },
  );

  test.each([
    ['maren', '/admin'],
    ['tomas', '/dashboard'],
    ['ana', '/dashboard'],
  ] as const)('%s goes to %s and is welcomed', async (who, home) => {
    const { email, plainPassword: password } = people[who];
    const answer = await call(login, 'POST', '/login', { form: { email, password } });
    expect(answer.headers.get('Location')).toBe(home);
    expect(await readToast(answer)).toEqual({
      title: 'Login successful',
      text: 'Welcome back!',
      failed: false,
    });
  });

  test.each([
    ['/pipeline/7/edit?x=1', '/pipeline/7/edit?x=1'],
    ['//evil.com', '/dashboard'],
    ['/\\evil.com', '/dashboard'],
    ['https://evil.com', '/dashboard'],
    ['/api/pipelines/export', '/dashboard'],
    ['/x/../api/login', '/dashboard'],
    ['', '/dashboard'],
  ])('the return URL %j leads to %s', async (to, location) => {
    const answer = await call(login, 'POST', '/login', {
      form: { email: people.ana.email, password: people.ana.plainPassword, to },
    });
    expect(answer.headers.get('Location')).toBe(location);
  });
});

describe('/api/login and the signed-out pages (rule 12.4)', () => {
  test.each([
    ['/api/login', '/login'],
    ['/api/login?to=/pipeline/new', '/login?to=%2Fpipeline%2Fnew'],
    ['/api/login?to=%2Fdashboard%3Fsort%3Doldest', '/login?to=%2Fdashboard%3Fsort%3Doldest'],
    ['/api/login?to=//evil.com', '/login'],
    ['/api/login?to=https://evil.com', '/login'],
    ['/api/login?to=/%5Cevil.com', '/login'],
  ])('signed out, %s redirects to %s', async (from, to) => {
    expect((await call(loginGate, 'GET', from)).headers.get('Location')).toBe(to);
  });

  test.each([
    ['maren', '/admin'],
    ['tomas', '/dashboard'],
    ['ana', '/dashboard'],
  ] as const)('%s signed in is sent home from /api/login and /login', async (who, home) => {
    for (const [route, path] of [
      [loginGate, '/api/login?to=/pipeline/new'],
      [login, '/login'],
    ] as const) {
      const answer = await call(route, 'GET', path, { as: people[who] });
      expect([answer.status, answer.headers.get('Location')]).toEqual([302, home]);
    }
  });
});

describe('GET /api/auth/user (rules 11.2 and 11.21)', () => {
  test('a signed-out caller gets 401 {"message":"Unauthorized"}', async () => {
    const answer = await call(apiUser, 'GET', '/api/auth/user');
    expect(answer.status).toBe(401);
    expect(await answer.json()).toEqual({ message: 'Unauthorized' });
  });

  test('the current user comes without password and sign-up key', async () => {
    const user = (await (
      await call(apiUser, 'GET', '/api/auth/user', { as: people.tomas })
    ).json()) as Record<string, unknown>;
    expect(user).toMatchObject({
      id: people.tomas.id,
      email: 'tomas@demo.example',
      role: 'manager',
      isAdmin: false,
      group: 'CCIA',
      approvalStatus: 'approved',
    });
    expect(user).not.toHaveProperty('password');
    expect(user).not.toHaveProperty('signupKey');
  });
});
