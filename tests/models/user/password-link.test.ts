import { eq } from 'drizzle-orm';
import { beforeAll, describe, expect, test, vi } from 'vitest';
import { db } from '#db/client';
import { passwordLinks, sessions, users } from '#db/schema';
import { transaction } from '#db/transaction';
import type { Refusal } from '~/refusal';
import { approveUser, changeGroup, rejectUser, setDisabled } from '~/models/user/administer.server';
import { getUserByEmail, setRole } from '~/models/user/command.server';
import {
  createPasswordLink,
  getPasswordLink,
  redeemPasswordLink,
} from '~/models/user/password-link.server';
import { verifyLogin } from '~/models/user/login.server';
import * as accountPage from '~/routes/account';
import * as passwordPage from '~/routes/password.$key';
import { call, type Cast, cast, type Member } from '../../support/cast';

let people: Cast;
beforeAll(async () => {
  people = await cast();
});

const status = (promise: Promise<unknown>) =>
  promise.then(
    () => 200,
    (thrown: unknown) => (thrown as Refusal).status,
  );

describe('ASVS 6.4.3: a one-time link to choose a password', () => {
  test('sets the password once, and signs the account out everywhere (rule 1.27)', async () => {
    const { ana, maren } = people;
    const { key } = await createPasswordLink(maren, ana.id);
    await redeemPasswordLink(key, 'a brand new one');
    expect((await verifyLogin(ana.email, 'a brand new one')).id).toBe(ana.id);
    expect(await status(verifyLogin(ana.email, ana.plainPassword))).toBe(401);
    expect(await db.$count(sessions, eq(sessions.userId, ana.id))).toBe(0);
    expect(await status(redeemPasswordLink(key, 'once more for me'))).toBe(404);
  });

  test('of two uses at once, one counts', async () => {
    const { key } = await createPasswordLink(people.maren, people.ben.id);
    const both = await Promise.all([
      status(redeemPasswordLink(key, 'first of the two')),
      status(redeemPasswordLink(key, 'second of the two')),
    ]);
    expect(both.sort()).toEqual([200, 404]);
  });

  test('the table holds no key, and a later link replaces an earlier one (rule 1.27)', async () => {
    const { key: first } = await createPasswordLink(people.maren, people.chiara.id);
    const { key: second } = await createPasswordLink(people.maren, people.chiara.id);
    const rows = await db
      .select()
      .from(passwordLinks)
      .where(eq(passwordLinks.userId, people.chiara.id));
    expect(rows).toHaveLength(1);
    expect(JSON.stringify(rows)).not.toContain(second);
    expect(await status(getPasswordLink(first))).toBe(404);
    expect((await getPasswordLink(second)).email).toBe('chiara@demo.example');
  });

  test('it is too old after 24 hours (rule 1.27)', async () => {
    const { key } = await createPasswordLink(people.maren, people.chiara.id);
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 24 * 60 * 60 * 1000 + 1 });
    expect(await status(getPasswordLink(key))).toBe(404);
    vi.useRealTimers();
  });

  test('a manager hands it to users, not to managers and admins; a user to nobody (rule 1.27)', async () => {
    const { tomas, ana, ben, maren } = people;
    expect(await status(createPasswordLink(tomas, ben.id))).toBe(200);
    expect(await status(createPasswordLink(tomas, maren.id))).toBe(403);
    expect(await status(createPasswordLink(tomas, tomas.id))).toBe(403);
    expect(await status(createPasswordLink(ana, ben.id))).toBe(403);
  });

  test('the page checks both passwords and keeps the link until one is saved', async () => {
    const { key } = await createPasswordLink(people.maren, people.ben.id);
    const refused = await call(passwordPage, 'POST', `/password/${key}`, {
      params: { key },
      form: { password: 'long enough 1', confirmPassword: 'long enough 2' },
    });
    expect(refused.status).toBe(400);
    expect(JSON.stringify(await refused.json())).toContain("Passwords don't match");
    const saved = await call(passwordPage, 'POST', `/password/${key}`, {
      params: { key },
      form: { password: 'long enough 1', confirmPassword: 'long enough 1' },
    });
    expect([saved.status, saved.headers.get('Location')]).toEqual([302, '/login']);
  });
});

describe('a link dies with any change of the account (rule 1.29)', () => {
  const post = (as: { cookie: string }, form: Record<string, string>) =>
    call(accountPage, 'POST', '/account', { as, form });
  const opened = async (key: string) =>
    call(passwordPage, 'GET', `/password/${key}`, { params: { key } });

  /** What the page of a manager's link says once the account has changed. */
  async function afterwards(
    change: (account: Member) => Promise<unknown>,
    account: Member = people.chiara,
  ): Promise<[number, string]> {
    const { key } = await createPasswordLink(people.tomas, account.id);
    expect((await opened(key)).status).toBe(200);
    await change(account);
    const tried = await call(passwordPage, 'POST', `/password/${key}`, {
      params: { key },
      form: { password: 'long enough 1', confirmPassword: 'long enough 1' },
    });
    expect(tried.status).toBe(404);
    const shown = await opened(key);
    return [shown.status, await shown.json()];
  }
  const WHY = {
    title: 'This link no longer works',
    message:
      'It has been used, it has expired, or the account has changed since. ' +
      'Please ask your administrator for a new one.',
  };

  test('of role: a manager who made one for a user is not let in as the admin that the user became', async () => {
    const promoted = async ({ email }: Member) => setRole(await getUserByEmail(email), 'admin');
    expect(await afterwards(promoted)).toEqual([404, WHY]);
    await setRole(await getUserByEmail(people.chiara.email), 'user');
  });

  test('of state: disabled and enabled again, approved or rejected', async () => {
    const { maren, pia, quentin } = people;
    const offAndOn = async ({ id }: Member) => {
      await setDisabled(maren, id, true);
      await setDisabled(maren, id, false);
    };
    expect(await afterwards(offAndOn)).toEqual([404, WHY]);
    expect(await afterwards(({ id }) => approveUser(maren, id), pia)).toEqual([404, WHY]);
    expect(await afterwards(({ id }) => rejectUser(maren, id), quentin)).toEqual([404, WHY]);
  });

  test('of password, changed at /account', async () => {
    const changed = async (account: Member) => {
      const answer = await post(account, {
        intent: 'password',
        current: account.plainPassword,
        password: 'a brand new one',
        confirmPassword: 'a brand new one',
      });
      expect(answer.status).toBe(302);
    };
    expect(await afterwards(changed, people.nameless)).toEqual([404, WHY]);
  });

  test('of email', async () => {
    const moved = ({ id }: Member) =>
      transaction(async (tx) =>
        tx.update(users).set({ email: 'elsewhere@demo.example' }).where(eq(users.id, id)),
      );
    expect(await afterwards(moved)).toEqual([404, WHY]);
  });

  test('and of nothing else: a new name and a new group keep it', async () => {
    const { maren, ben } = people;
    const { key } = await createPasswordLink(maren, ben.id);
    await post(ben, { intent: 'name', firstName: 'Benno', lastName: 'Okafor' });
    await changeGroup(maren, ben.id, 'OnBS');
    expect((await opened(key)).status).toBe(200);
  });

  test('one that is asked for while the user becomes an admin is refused', async () => {
    const { tomas, daichi } = people;
    const promoted = setRole(await getUserByEmail(daichi.email), 'admin');
    const asked = status(createPasswordLink(tomas, daichi.id));
    await promoted;
    expect(await asked).toBe(403);
    await setRole(await getUserByEmail(daichi.email), 'user');
  });
});

describe('a disabled account', () => {
  test('lets nobody in, is told so only to who knows the password, and comes back with everything (rules 1.14 and 9.18)', async () => {
    const { daichi, maren } = people;
    await setDisabled(maren, daichi.id, true);
    expect(await db.$count(sessions, eq(sessions.userId, daichi.id))).toBe(0);
    expect(await status(verifyLogin(daichi.email, daichi.plainPassword))).toBe(403);
    expect(await status(verifyLogin(daichi.email, 'not this one'))).toBe(401);
    await setDisabled(maren, daichi.id, false);
    expect((await verifyLogin(daichi.email, daichi.plainPassword)).id).toBe(daichi.id);
  });

  test('nobody disables an admin, and a manager disables users only (rule 2.9)', async () => {
    const { maren, tomas, ana } = people;
    expect(await status(setDisabled(maren, maren.id, true))).toBe(403);
    expect(await status(setDisabled(tomas, tomas.id, true))).toBe(403);
    expect(await status(setDisabled(ana, tomas.id, true))).toBe(403);
  });
});
