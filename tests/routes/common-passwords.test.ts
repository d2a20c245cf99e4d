import { afterEach, describe, expect, test } from 'vitest';
import { createPasswordLink } from '~/domain/user/password-link.server';
import { env } from '~/env.server';
import * as accountPage from '~/routes/account/route';
import * as usersApi from '~/routes/api.admin.users';
import * as signupApi from '~/routes/api.auth.signup';
import * as passwordPage from '~/routes/password.$key';
import * as signup from '~/routes/signup/route';
import { readErrors } from '../support/answers';
import { call, type Cast, createCastForAll } from '../support/cast';
import { readToast } from '../support/toast';

const HINT =
  ' This password is easy to guess: attackers try it first. ' +
  'You can choose another one on your account page.';
const REFUSED = { password: ['This password is easy to guess: attackers try it first'] };
const COMMON = ['password1', '12345678', 'qwertyuiop', 'aaaaaaaaaaaa', 'Passw0rd', 'abcdefgh'];

const people = createCastForAll();
afterEach(() => {
  env.REFUSE_COMMON_PASSWORDS = false;
});

let number = 0;
const PERSON = { firstName: 'Nora', lastName: 'Quist' };
function signUp(typed: string) {
  const email = `nora${++number}@x.example`;
  const password = typed === 'The own email' ? email : typed;
  const form = { ...PERSON, email, password, confirmPassword: password };
  return call(signup, 'POST', '/signup', { form });
}
const change = (as: Cast['ana'], current: string, password: string) =>
  call(accountPage, 'POST', '/account', {
    as,
    form: { intent: 'password', current, password, confirmPassword: password },
  });
async function choose(password: string) {
  const { key } = await createPasswordLink(people.maren, people.ben.id);
  return call(passwordPage, 'POST', `/password/${key}`, {
    params: { key },
    form: { password, confirmPassword: password },
  });
}
async function told(answer: Response): Promise<string | undefined> {
  expect(answer.status).toBe(302);
  return (await readToast(answer))?.text;
}

describe('common passwords get a hint (rule 1.41)', () => {
  test.each([...COMMON, 'The own email'])(
    'a common password at sign-up is stored with a hint: %s',
    async (password) => {
      expect(await told(await signUp(password))).toContain(HINT);
    },
  );

  test('/account and a password link hint at common passwords', async () => {
    const { ana } = people;
    const answer = await change(ana, ana.plainPassword, 'password1');
    expect(await told(answer)).toBe('You have been signed out on your other devices.' + HINT);
    expect(await told(await choose('12345678'))).toBe(
      'You can now log in with your credentials.' + HINT,
    );
  });

  test.each(['demo-password-2026', 'correct horse battery', 'Kx9!f2Lq', '深圳市南山区科技园'])(
    'any other password gets no hint: %s',
    async (password) => {
      expect(await told(await signUp(password))).not.toContain('easy to guess');
    },
  );
});

describe('REFUSE_COMMON_PASSWORDS (rule 1.41)', () => {
  test('every form that sets a password refuses a common one', async () => {
    env.REFUSE_COMMON_PASSWORDS = true;
    const { chiara, maren } = people;
    const readError = async (answer: Response) => {
      expect(answer.status).toBe(400);
      const body = (await answer.json()) as Record<string, unknown> & { error?: unknown };
      return body.error ?? (body.password as { error: unknown }).error;
    };
    expect(await readError(await signUp('password1'))).toEqual(REFUSED);
    expect(await readError(await choose('password1'))).toEqual(REFUSED);
    expect(await readError(await change(chiara, chiara.plainPassword, 'password1'))).toEqual(
      REFUSED,
    );
    const json = { ...PERSON, email: 'new@x.example', password: 'password1' };
    for (const [route, path, as] of [
      [signupApi, '/api/auth/signup', undefined],
      [usersApi, '/api/admin/users', maren],
    ] as const) {
      const answer = await call(route, 'POST', path, { as, json });
      expect([answer.status, await readErrors(answer)]).toEqual([400, REFUSED]);
    }
    expect((await change(chiara, chiara.plainPassword, 'demo-password-2026')).status).toBe(302);
  });
});
