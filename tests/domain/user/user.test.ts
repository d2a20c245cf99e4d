import { beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { db } from '#db/client';
import { users } from '#db/schema';
import { transaction } from '#db/transaction';
import { setAccountEnabled, setAccountRole } from '~/domain/operations/manage-accounts.server';
import { changeName } from '~/domain/user/change-name.server';
import { createFirstAdmin, createUser, hasUsers } from '~/domain/user/create.server';
import { getUser } from '~/domain/user/get.server';
import { verifyLogin } from '~/domain/user/login.server';
import { listOwners } from '~/domain/user/owners.server';
import { getStatus } from '../../support/answers';

const clearUsers = () => transaction(async (tx) => tx.delete(users));
beforeEach(clearUsers);

let count = 0;
const newUser = (more: Partial<Parameters<typeof createUser>[0]>) =>
  createUser({ email: `${count++}@x.example`, password: 'p', approvalStatus: 'approved', ...more });

describe('first administrator (rule 1.23)', () => {
  test('first start creates the admin from the environment', async () => {
    const given = { email: 'Boss@Fund.Example', password: 'given-password' };
    expect(await createFirstAdmin(given)).toEqual({ email: 'Boss@Fund.Example' });
    const admin = { role: 'admin', isAdmin: true, approvalStatus: 'approved' };
    expect(await verifyLogin('boss@fund.example', given.password)).toMatchObject(admin);
  });

  test('first start without settings creates a random password', async () => {
    const { email, password } = (await createFirstAdmin({}))!;
    expect(email).toBe('admin@example.com');
    expect(password).toMatch(/^[\w-]{16}$/);
    expect(await verifyLogin(email, password!)).toMatchObject({ role: 'admin', isAdmin: true });
    expect(JSON.stringify(await db.select().from(users))).not.toContain(password);
    await clearUsers();
    expect((await createFirstAdmin({}))!.password).not.toBe(password);
  });

  test('first start accepts ADMIN_EMAIL or ADMIN_PASSWORD alone', async () => {
    const { password } = { password: 'given-password' };
    expect(await createFirstAdmin({ password })).toEqual({ email: 'admin@example.com' });
    await clearUsers();
    const made = await createFirstAdmin({ email: 'x@fund.example' });
    expect(made).toEqual({ email: 'x@fund.example', password: expect.any(String) });
  });

  test('two simultaneous first starts create one admin', async () => {
    expect(await hasUsers()).toBe(false);
    const made = await Promise.all([createFirstAdmin({}), createFirstAdmin({})]);
    expect(made.filter(Boolean)).toHaveLength(1);
    expect([await hasUsers(), await db.$count(users)]).toEqual([true, 1]);
  });
});

test('disabling an account twice keeps the first time', async () => {
  const { id } = await newUser({});
  await setAccountEnabled(await getUser(id), false);
  vi.setSystemTime(Date.now() + 60_000);
  onTestFinished(() => void vi.useRealTimers());
  const disabled = await getUser(id);
  await setAccountEnabled(disabled, false);
  expect(await getUser(id)).toMatchObject({ disabledAt: disabled.disabledAt });
});

test('the last admin who can sign in is never demoted or disabled', async () => {
  const byRole = await newUser({ role: 'admin' });
  const byFlag = await newUser({ isAdmin: true });
  await newUser({ role: 'admin', isAdmin: true, approvalStatus: 'rejected' });
  await newUser({ role: 'manager' });
  await setAccountEnabled(byRole, false);
  expect(await getStatus(setAccountEnabled(byFlag, false))).toBe(409);
  expect(await getStatus(setAccountRole(byFlag, 'manager'))).toBe(409);
  await setAccountEnabled({ ...byRole, disabledAt: new Date() }, true);
  await setAccountRole(byFlag, 'manager');
  expect(await getStatus(setAccountRole(byRole, 'user'))).toBe(409);
});

describe('new accounts and owners (rules 1.5, 4.10, 15.1 and 15.2)', () => {
  test('a new account is a pending user of the group CCBI', async () => {
    const waiting = { approvalStatus: 'pending', group: 'CCBI' };
    const user = await createUser({ email: 'a@x.example', password: 'p' });
    expect(user).toMatchObject({ role: 'user', isAdmin: false, ...waiting });
    expect(await getStatus(getUser('nobody'))).toBe(404);
  });

  test('owners are sorted by first name or email in any script', async () => {
    const viewer = await newUser({ firstName: 'ÉMILE', role: 'manager' });
    for (const firstName of ['émile', 'Éva', 'Ωmega', 'ωmega', 'ana'])
      await newUser({ firstName, role: 'manager' });
    await newUser({ firstName: null, email: 'Frank@x.example', role: 'manager' });
    await newUser({ firstName: '', email: 'bo@x.example', role: 'manager' });
    const sorted = async () => {
      const owners = await listOwners(viewer);
      const names = owners.map(({ firstName, email }) => firstName || email).join(' ');
      return names.replace(/émile/gi, 'émile').replace(/ωmega/gi, 'ωmega');
    };
    expect(await sorted()).toBe('ana bo@x.example émile émile Éva Frank@x.example ωmega ωmega');
    await changeName(viewer, { firstName: 'Aa', lastName: 'Zz' });
    expect(await sorted()).toBe('Aa ana bo@x.example émile Éva Frank@x.example ωmega ωmega');
  });
});
