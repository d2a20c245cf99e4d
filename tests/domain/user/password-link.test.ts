import { eq } from 'drizzle-orm';
import { describe, expect, test, vi } from 'vitest';
import { db } from '#db/client';
import { passwordLinks, sessions, users } from '#db/schema';
import { transaction } from '#db/transaction';
import { setUserDisabled } from '~/domain/operations/disable-user.server';
import { getUserByEmail, setAccountRole } from '~/domain/operations/manage-accounts.server';
import { approveUser, rejectUser } from '~/domain/user/approve.server';
import { verifyLogin } from '~/domain/user/login.server';
import {
  createPasswordLink,
  getPasswordLink,
  redeemPasswordLink,
} from '~/domain/user/password-link.server';
import { changeGroup } from '~/domain/user/role.server';
import * as accountPage from '~/routes/account/route';
import * as passwordPage from '~/routes/password.$key';
import { getStatus } from '../../support/answers';
import { call, type CastMember, createCast } from '../../support/cast';
import { readToast } from '../../support/toast';

const { ana, ben, chiara, daichi, maren, nameless, pia, quentin, tomas } = await createCast();

const opened = (key: string) => call(passwordPage, 'GET', `/password/${key}`, { params: { key } });
const sent = (key: string, confirmPassword = 'long enough 1') => {
  const form = { password: 'long enough 1', confirmPassword };
  return call(passwordPage, 'POST', `/password/${key}`, { params: { key }, form });
};
const changeAccount = (as: { cookie: string }, form: Record<string, string>) =>
  call(accountPage, 'POST', '/account', { as, form });

describe('one-time password links (ASVS 6.4.3, rule 1.27)', () => {
  test('a password link sets the password once and ends all sessions', async () => {
    const { key } = await createPasswordLink(maren, ana.id);
    await redeemPasswordLink(key, 'a brand new one');
    expect((await verifyLogin(ana.email, 'a brand new one')).id).toBe(ana.id);
    expect(await getStatus(verifyLogin(ana.email, ana.plainPassword))).toBe(401);
    expect(await db.$count(sessions, eq(sessions.userId, ana.id))).toBe(0);
    expect(await getStatus(redeemPasswordLink(key, 'once more for me'))).toBe(404);
  });

  test('only one of two simultaneous uses of a link counts', async () => {
    const { key } = await createPasswordLink(maren, ben.id);
    const passwords = ['first of the two', 'second of the two'];
    const both = passwords.map((password) => getStatus(redeemPasswordLink(key, password)));
    expect((await Promise.all(both)).sort()).toEqual([200, 404]);
  });

  test('a password link is replaced by a newer one and ends in 24 h', async () => {
    const { key: first } = await createPasswordLink(maren, chiara.id);
    const { key } = await createPasswordLink(maren, chiara.id);
    const rows = await db.select().from(passwordLinks).where(eq(passwordLinks.userId, chiara.id));
    expect(rows).toHaveLength(1);
    expect(JSON.stringify(rows)).not.toContain(key);
    expect(await getStatus(getPasswordLink(first))).toBe(404);
    expect((await getPasswordLink(key)).email).toBe(chiara.email);
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 24 * 60 * 60 * 1000 + 1 });
    expect(await getStatus(getPasswordLink(key))).toBe(404);
    vi.useRealTimers();
  });

  test('managers create password links only for users', async () => {
    for (const [viewer, account, status] of [
      [tomas, ben, 200],
      [tomas, maren, 403],
      [tomas, tomas, 403],
      [ana, ben, 403],
    ] as const)
      expect(await getStatus(createPasswordLink(viewer, account.id))).toBe(status);
  });

  test('the page checks both passwords before it uses up the link', async () => {
    const { key } = await createPasswordLink(maren, ben.id);
    const refused = await sent(key, 'long enough 2');
    expect(refused.status).toBe(400);
    expect(JSON.stringify(await refused.json())).toContain("Passwords don't match");
    const saved = await sent(key);
    expect([saved.status, saved.headers.get('Location')]).toEqual([302, '/login']);
    expect((await readToast(saved))?.text).toContain('You can now log in');
  });

  test.each([pia, quentin])('$email is not told to log in', async ({ id }) => {
    const { key } = await createPasswordLink(maren, id);
    expect(await readToast(await sent(key))).toMatchObject({
      title: 'Password saved',
      text: 'This account cannot log in at the moment. Please ask your administrator.',
    });
  });
});

describe('password links after account changes (rule 1.29)', () => {
  const setPassword = (account: CastMember) => {
    const passwords = { password: 'a brand new one', confirmPassword: 'a brand new one' };
    const form = { intent: 'password', current: account.plainPassword, ...passwords };
    return changeAccount(account, form);
  };
  const setEmail = ({ id }: CastMember) =>
    transaction(async (tx) =>
      tx.update(users).set({ email: 'elsewhere@demo.example' }).where(eq(users.id, id)),
    );
  const offAndOn = async ({ id }: CastMember) => {
    for (const isDisabled of [true, false]) await setUserDisabled(maren, id, isDisabled);
  };
  const makeAdmin = async ({ email }: CastMember) =>
    setAccountRole(await getUserByEmail(email), 'admin');

  // A manager's link for a user must not sign in the admin that the user became.
  test.each<[what: string, account: CastMember, change: (account: CastMember) => Promise<unknown>]>(
    [
      ['disabled and enabled again', chiara, offAndOn],
      ['approved', pia, ({ id }) => approveUser(maren, id)],
      ['rejected', quentin, ({ id }) => rejectUser(maren, id)],
      ['given another password at /account', nameless, setPassword],
      ['given another email', daichi, setEmail],
      ['made an admin', chiara, makeAdmin],
    ],
  )('a password link ends when the account is %s', async (_, account, change) => {
    const { key } = await createPasswordLink(tomas, account.id);
    expect((await opened(key)).status).toBe(200);
    await change(account);
    expect((await sent(key)).status).toBe(404);
    const shown = await opened(key);
    expect(shown.status).toBe(404);
    expect(await shown.json()).toEqual({
      title: 'This link no longer works',
      message:
        'It has been used, it has expired, or the account has changed since. ' +
        'If you have just set your password, log in with it. ' +
        'Otherwise please ask your administrator for a new link.',
    });
  });

  test('a password link survives a new name and a new group', async () => {
    const { key } = await createPasswordLink(maren, ben.id);
    await changeAccount(ben, { intent: 'name', firstName: 'Benno', lastName: 'Okafor' });
    await changeGroup(maren, ben.id, 'OnBS');
    expect((await opened(key)).status).toBe(200);
  });

  test('a password link is refused while the user becomes an admin', async () => {
    const promoted = setAccountRole(await getUserByEmail(ben.email), 'admin');
    const asked = getStatus(createPasswordLink(tomas, ben.id));
    await promoted;
    expect(await asked).toBe(403);
    await setAccountRole(await getUserByEmail(ben.email), 'user');
  });
});

describe('disabled accounts (rules 1.14, 2.9 and 9.18)', () => {
  test('a disabled account cannot sign in until it is enabled again', async () => {
    const { id, email } = nameless;
    await setUserDisabled(maren, id, true);
    expect(await db.$count(sessions, eq(sessions.userId, id))).toBe(0);
    expect(await getStatus(verifyLogin(email, 'a brand new one'))).toBe(403);
    expect(await getStatus(verifyLogin(email, 'not this one'))).toBe(401);
    await setUserDisabled(maren, id, false);
    expect((await verifyLogin(email, 'a brand new one')).id).toBe(id);
  });

  test('nobody disables an admin, and managers disable only users', async () => {
    for (const [viewer, account] of [
      [maren, maren],
      [tomas, tomas],
      [ana, tomas],
    ] as const)
      expect(await getStatus(setUserDisabled(viewer, account.id, true))).toBe(403);
  });
});
