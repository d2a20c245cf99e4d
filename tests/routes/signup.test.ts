import { eq } from 'drizzle-orm';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { db } from '#db/client';
import { users } from '#db/schema';
import { transaction } from '#db/transaction';
import { env } from '~/env.server';
import * as landing from '~/routes/_index';
import * as apiSignup from '~/routes/api.auth.signup';
import * as apiUser from '~/routes/api.auth.user';
import * as login from '~/routes/login/route';
import * as signup from '~/routes/signup/route';
import { getCookie, readErrors } from '../support/answers';
import { call } from '../support/cast';
import { readToast } from '../support/toast';

const EMAIL = 'Please enter a valid email address';
const SHORT = 'Password must be at least 8 characters long';
const LONG = 'Password must be at most 72 bytes long';
const GOOD = {
  firstName: 'Nora',
  lastName: 'Quist',
  email: 'nora@fund.example',
  password: 'eight-or-more',
};

type Reply = { error: Record<string, string[]> | null; initialValue: Record<string, unknown> };

beforeEach(async () => {
  env.REQUIRE_APPROVAL = true;
  await transaction(async (tx) => tx.delete(users));
});

const asForm = (fields: Record<string, string>) =>
  call(signup, 'POST', '/signup', { form: { confirmPassword: fields.password ?? '', ...fields } });
const asJson = (json: unknown) => call(apiSignup, 'POST', '/api/auth/signup', { json });
const storedUser = async (email: string) =>
  (await db.select().from(users).where(eq(users.email, email)))[0];

describe('sign-up messages are the same in form and API (rules 1.1, 1.2, 1.30 and 15.3)', () => {
  test.each([
    [{ email: '' }, { email: [EMAIL] }],
    [{ email: 'nora' }, { email: [EMAIL] }],
    [{ email: 'nora@fund' }, { email: [EMAIL] }],
    [{ email: 'no ra@fund.example' }, { email: [EMAIL] }],
    [{ email: 'nörä@fund.example' }, { email: [EMAIL] }],
    [{ email: `${'n'.repeat(260)}@fund.example` }, { email: [EMAIL] }],
    [{ password: '' }, { password: [SHORT] }],
    [{ password: 'seven77' }, { password: [SHORT] }],
    [{ password: 'x'.repeat(73) }, { password: [LONG] }],
    [{ password: 'é'.repeat(37) }, { password: [LONG] }],
    [{ password: '漢'.repeat(25) }, { password: [LONG] }],
    [{ firstName: ' \t ' }, { firstName: ['First name is required'] }],
    [{ firstName: 'x'.repeat(101) }, { firstName: ['Please use at most 100 characters'] }],
    [
      { firstName: 'a\u0000b' },
      { firstName: ['This contains a control character that cannot be stored. Please remove it'] },
    ],
    [{ lastName: 'x'.repeat(101) }, { lastName: ['Please use at most 100 characters'] }],
    [
      { email: 'x', password: 'x', firstName: '', lastName: '' },
      {
        email: [EMAIL],
        password: [SHORT],
        firstName: ['First name is required'],
        lastName: ['Last name is required'],
      },
    ],
  ])('an invalid sign-up answers by field: %j', async (change, messages) => {
    const form = await asForm({ ...GOOD, ...change });
    const api = await asJson({ ...GOOD, ...change });
    expect([form.status, api.status]).toEqual([400, 400]);
    expect(((await form.json()) as Reply).error).toEqual(messages);
    expect(await readErrors(api)).toEqual(messages);
    expect(await db.$count(users)).toBe(0);
  });

  test.each(['Nora\nYour account is locked', 'Nora\r\nQuist'])(
    'a name is one line: %j',
    async (lastName) => {
      const message = { lastName: ['Please enter the name on one line'] };
      const form = await asForm({ ...GOOD, lastName });
      expect([form.status, ((await form.json()) as Reply).error]).toEqual([400, message]);
      expect(await readErrors(await asJson({ ...GOOD, lastName }))).toEqual(message);
    },
  );

  test.each([
    'https://evil.example/login',
    'Log in at evil.com',
    'HTTP:evil',
    '//evil',
    'www.evil',
    'nora@fund.example',
    'nora＠fund',
    'evil．com',
  ])('a name contains no URL: %s', async (firstName) => {
    const message = { firstName: ['Please enter a name only, without a web or email address'] };
    const form = await asForm({ ...GOOD, firstName });
    expect([form.status, ((await form.json()) as Reply).error]).toEqual([400, message]);
    expect(await readErrors(await asJson({ ...GOOD, firstName }))).toEqual(message);
    expect(await db.$count(users)).toBe(0);
  });

  test('a name that people have is accepted', async () => {
    const names = [
      'Mary-Jane O’Neil',
      'J. R. R.',
      'Jr.',
      'S.J. de la Cruz',
      '王小明',
      'Ñandú / Ana',
    ];
    for (const [n, firstName] of names.entries())
      expect((await asJson({ ...GOOD, firstName, email: `n${n}@x.example` })).status).toBe(201);
  });

  test.each(['', 'eight-or-mor', 'Eight-or-more', 'eight-or-more '])(
    'a different repetition %j is an error on confirmPassword',
    async (confirmPassword) => {
      const answer = await call(signup, 'POST', '/signup', { form: { ...GOOD, confirmPassword } });
      expect(answer.status).toBe(400);
      expect(((await answer.json()) as Reply).error).toEqual({
        confirmPassword: ["Passwords don't match"],
      });
      expect(await db.$count(users)).toBe(0);
    },
  );

  test('the input is returned, the passwords are not', async () => {
    const text = await (
      await call(signup, 'POST', '/signup', {
        form: { ...GOOD, email: 'typo', confirmPassword: 'repeated-secret' },
      })
    ).text();
    expect((JSON.parse(text) as Reply).initialValue).toEqual({
      firstName: 'Nora',
      lastName: 'Quist',
      email: 'typo',
    });
    expect(text).not.toContain(GOOD.password);
    expect(text).not.toContain('repeated-secret');
  });
});

describe('approval on (the default) (rules 1.7, 1.8, 1.10 and 11.4)', () => {
  test('an API sign-up is pending without a session', async () => {
    const answer = await asJson(GOOD);
    expect(answer.status).toBe(201);
    expect(await answer.json()).toMatchObject({
      requiresApproval: true,
      user: {
        email: GOOD.email,
        role: 'user',
        isAdmin: false,
        approvalStatus: 'pending',
        group: 'CCBI',
      },
    });
    expect(getCookie(answer, 'session')).toBeUndefined();
    expect(await storedUser(GOOD.email)).toMatchObject({
      approvalStatus: 'pending',
      role: 'user',
      isAdmin: false,
      firstName: 'Nora',
      lastName: 'Quist',
    });
  });

  test('a form sign-up leads to / and says to wait for approval', async () => {
    const answer = await asForm(GOOD);
    expect([answer.status, answer.headers.get('Location')]).toEqual([302, '/']);
    expect(await readToast(answer)).toEqual({
      title: 'Account created successfully',
      text: 'Please wait for admin approval before logging in. You will be notified once your account is approved. This server sends no email. Come back to this page to see the decision.',
      failed: false,
    });
  });

  test('only the same browser sees the decision', async () => {
    const answer = await asForm(GOOD);
    const Cookie = getCookie(answer, 'signup')!;
    const [encoded] = decodeURIComponent(Cookie).split('=')[1]!.split('.');
    const key: unknown = JSON.parse(Buffer.from(encoded!, 'base64').toString());
    expect(key, 'the cookie holds a random key alone').toMatch(/^[\w-]{43}$/);
    const told = async (headers: Record<string, string>) => [
      await (await call(landing, 'GET', '/', { headers })).json(),
      await (await call(login, 'GET', '/login', { headers })).json(),
    ];
    for (const approvalStatus of ['pending', 'approved', 'rejected'] as const) {
      await transaction(async (tx) => tx.update(users).set({ approvalStatus }));
      expect(await told({ Cookie })).toEqual([
        { signup: approvalStatus },
        { signup: approvalStatus, keepsForm: false, mailsLinks: false },
      ]);
    }
    expect(await told({})).toEqual([{}, { keepsForm: false, mailsLinks: false }]);
    expect(await told({ Cookie: `${Cookie.slice(0, -4)}AAAA` })).toEqual([
      {},
      { keepsForm: false, mailsLinks: false },
    ]);
    await transaction(async (tx) => tx.delete(users));
    expect(await told({ Cookie })).toEqual([{}, { keepsForm: false, mailsLinks: false }]);
  });
});

describe('approval off (rules 1.7 and 1.8)', () => {
  beforeEach(() => {
    env.REQUIRE_APPROVAL = false;
  });

  test('an API sign-up is approved and starts a session', async () => {
    const answer = await asJson(GOOD);
    expect(answer.status).toBe(201);
    expect(await answer.json()).toMatchObject({
      requiresApproval: false,
      user: { approvalStatus: 'approved' },
    });
    const me = await call(apiUser, 'GET', '/api/auth/user', {
      headers: { Cookie: getCookie(answer, 'session')! },
    });
    expect(await me.json()).toMatchObject({ email: GOOD.email });
    expect(await storedUser(GOOD.email)).toMatchObject({
      approvalStatus: 'approved',
      signupKey: null,
    });
  });

  test('a form sign-up leads to /dashboard signed in', async () => {
    const answer = await asForm(GOOD);
    expect(answer.headers.get('Location')).toBe('/dashboard');
    expect(
      (
        await call(apiUser, 'GET', '/api/auth/user', {
          headers: { Cookie: getCookie(answer, 'session')! },
        })
      ).status,
    ).toBe(200);
    expect(await readToast(answer)).toEqual({
      title: 'Account created successfully',
      text: 'You can now log in with your credentials.',
      failed: false,
    });
  });
});

describe('a unique email (rule 1.3)', () => {
  test.each(['nora@fund.example', 'NORA@FUND.EXAMPLE', '  Nora@Fund.example '])(
    'after nora@fund.example, %j is taken: 409',
    async (email) => {
      await asJson(GOOD);
      const api = await asJson({ ...GOOD, email });
      expect(api.status).toBe(409);
      expect(await api.json()).toEqual({ message: 'An account with this email already exists.' });
      const form = await asForm({ ...GOOD, email });
      expect(form.status).toBe(409);
      expect(((await form.json()) as Reply).error).toEqual({
        '': ['An account with this email already exists.'],
      });
      expect(await db.$count(users)).toBe(1);
    },
  );
});

describe('an unexpected failure (rule 1.9)', () => {
  test('a failure without a message says Please try again later.', async () => {
    await transaction(async (tx) =>
      tx.run(
        "create trigger broken before insert on users begin select raise(abort, 'broken'); end",
      ),
    );
    vi.mocked(console.error).mockImplementation(() => undefined);
    const answer = await asForm(GOOD);
    await transaction(async (tx) => tx.run('drop trigger broken'));
    expect([answer.status, ((await answer.json()) as Reply).error]).toEqual([
      500,
      { '': ['Please try again later.'] },
    ]);
    expect(console.error).toHaveBeenCalledOnce();
    vi.mocked(console.error).mockClear();
  });
});

describe('limits of signing up', () => {
  test('a signed-in user is led home from /signup', async () => {
    env.REQUIRE_APPROVAL = false;
    const Cookie = getCookie(await asJson(GOOD), 'session')!;
    expect(
      (await call(signup, 'GET', '/signup', { headers: { Cookie } })).headers.get('Location'),
    ).toBe('/dashboard');
    expect((await call(signup, 'GET', '/signup')).status).toBe(200);
  });
});
