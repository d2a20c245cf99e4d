import { beforeEach, describe, expect, test } from 'vitest';
import { db } from '#db/client';
import { users } from '#db/schema';
import { transaction } from '#db/transaction';
import { setRole, setEnabled } from '~/models/user/command.server';
import { listOwners } from '~/models/user/owners.server';
import { changeName } from '~/models/user/profile.server';
import { getUser, verifyLogin } from '~/models/user/login.server';
import { hasUsers, createFirstAdmin, createUser } from '~/models/user/write.server';
import { thrownBy } from '../../support/pipelines';

beforeEach(async () => {
  await transaction(async (tx) => tx.delete(users));
});

describe('the first administrator', () => {
  test('from ADMIN_EMAIL and ADMIN_PASSWORD: nothing to print (rule 1.23)', async () => {
    expect(
      await createFirstAdmin({ email: 'Boss@Fund.Example', password: 'given-password' }),
    ).toEqual({ email: 'Boss@Fund.Example' });
    expect(await verifyLogin('boss@fund.example', 'given-password')).toMatchObject({
      role: 'admin',
      isAdmin: true,
      approvalStatus: 'approved',
    });
  });

  test('else admin@example.com with a random password, told once and stored as a hash (rule 1.23)', async () => {
    const { email, password } = (await createFirstAdmin({}))!;
    expect(email).toBe('admin@example.com');
    expect(password).toMatch(/^[\w-]{16}$/);
    expect(await verifyLogin(email, password!)).toMatchObject({ role: 'admin', isAdmin: true });
    const [row] = await db.select().from(users);
    expect(JSON.stringify(row)).not.toContain(password);
    await transaction(async (tx) => tx.delete(users));
    expect((await createFirstAdmin({}))!.password).not.toBe(password);
  });

  test('each may be given alone', async () => {
    expect(await createFirstAdmin({ password: 'given-password' })).toEqual({
      email: 'admin@example.com',
    });
    await transaction(async (tx) => tx.delete(users));
    expect(await createFirstAdmin({ email: 'x@fund.example' })).toMatchObject({
      email: 'x@fund.example',
      password: expect.any(String) as string,
    });
  });

  test('a first start is one without accounts', async () => {
    expect(await hasUsers()).toBe(false);
    await createFirstAdmin({});
    expect(await hasUsers()).toBe(true);
  });

  test('of two servers that start at once, one makes it', async () => {
    const made = await Promise.all([createFirstAdmin({}), createFirstAdmin({})]);
    expect(made.filter(Boolean)).toHaveLength(1);
    expect(await db.$count(users)).toBe(1);
  });
});

test('one admin stays, by role or flag, and of those who may log in', async () => {
  const byRole = await createUser({
    email: 'a@x.example',
    password: 'p',
    role: 'admin',
    approvalStatus: 'approved',
  });
  const byFlag = await createUser({
    email: 'b@x.example',
    password: 'p',
    isAdmin: true,
    approvalStatus: 'approved',
  });
  await createUser({
    email: 'c@x.example',
    password: 'p',
    role: 'admin',
    isAdmin: true,
    approvalStatus: 'rejected',
  });
  await createUser({
    email: 'd@x.example',
    password: 'p',
    role: 'manager',
    approvalStatus: 'approved',
  });
  await setEnabled(byRole, false);
  for (const work of [() => setEnabled(byFlag, false), () => setRole(byFlag, 'manager')])
    expect((await thrownBy(work())).status).toBe(409);
  await setEnabled({ ...byRole, disabledAt: new Date() }, true);
  await setRole(byFlag, 'manager');
  expect((await thrownBy(setRole(byRole, 'user'))).status).toBe(409);
});

test('an account that is not there is 404', async () => {
  expect((await thrownBy(getUser('nobody'))).status).toBe(404);
});

test('an account made without more is an ordinary one that waits (rules 1.5, 15.1 and 15.2)', async () => {
  expect(await createUser({ email: 'a@x.example', password: 'p' })).toMatchObject({
    role: 'user',
    isAdmin: false,
    approvalStatus: 'pending',
    group: 'CCBI',
  });
});

test('owners are sorted by first name, else email, without regard to case and accents in any script; a changed name counts at once (rule 4.10)', async () => {
  const add = (firstName: string | null, email: string) =>
    createUser({ email, password: 'p', firstName, role: 'manager', approvalStatus: 'approved' });
  const viewer = await add('ÉMILE', '1@x.example');
  for (const [firstName, email] of [
    ['émile', '2@x.example'],
    ['Éva', '3@x.example'],
    ['Ωmega', '4@x.example'],
    ['ωmega', '5@x.example'],
    [null, 'Frank@x.example'],
    ['ana', '6@x.example'],
    ['', 'bo@x.example'],
  ] as const)
    await add(firstName, email);
  const sorted = async () =>
    (await listOwners(viewer))
      .map(({ firstName, email }) => firstName || email)
      .join(' ')
      .replace(/émile/gi, 'émile')
      .replace(/ωmega/gi, 'ωmega');
  expect(await sorted()).toBe('ana bo@x.example émile émile Éva Frank@x.example ωmega ωmega');
  await changeName(viewer, { firstName: 'Aa', lastName: 'Zz' });
  expect(await sorted()).toBe('Aa ana bo@x.example émile Éva Frank@x.example ωmega ωmega');
});
