import { eq } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { db } from '#db/client';
import { deals, sessions, users } from '#db/schema';
import { transaction } from '#db/transaction';
import { subtractMonth } from '~/domain/date/calendar-day';
import { setAccountEnabled } from '~/domain/operations/manage-accounts.server';
import { deleteDealsById } from '~/domain/operations/trash/delete.server';
import { deleteUser, deleteUsers } from '~/domain/operations/trash/delete-users.server';
import { listHistory } from '~/domain/timeline/list.server';
import { getAdminStats } from '~/domain/user/admin-stats.server';
import { approveUser, rejectUser } from '~/domain/user/approve.server';
import { addUser, createManager, createUser } from '~/domain/user/create.server';
import { getRoleLabel } from '~/domain/user/fields';
import { getUser } from '~/domain/user/get.server';
import {
  countUsers,
  findUsersWithDealCounts,
  listApprovalDecisions,
  listUsers,
} from '~/domain/user/list.server';
import { verifyLogin } from '~/domain/user/login.server';
import { changeGroup, changeRole, changeRoleAndGroup } from '~/domain/user/role.server';
import { startSession } from '~/http/session/session.server';
import { catchDomainError } from '~/result.server';
import { getStatus } from '../../support/answers';
import { type CastMember, createCastForEach, request } from '../../support/cast';
import { addDeal } from '../../support/deals';

const people = createCastForEach();

const all = { limit: 1000, offset: 0 };
const newUser = (more: Partial<Parameters<typeof createUser>[0]> = {}) =>
  createUser({ email: `${crypto.randomUUID()}@demo.example`, password: 'long enough', ...more });

async function refused(act: Promise<unknown>) {
  const result = await catchDomainError(() => act);
  return result.ok ? [] : [result.error.status, result.error.message];
}

describe('approving and rejecting (rules 1.20 and 9.14)', () => {
  test('a manager approves a user, and the decision time is stored', async () => {
    const { pia, tomas } = people;
    const before = Date.now();
    const { approvalStatus, decidedAt } = await approveUser(tomas, pia.id);
    expect(approvalStatus).toBe('approved');
    expect(decidedAt!.getTime()).toBeGreaterThanOrEqual(before);
    expect((await verifyLogin(pia.email, pia.plainPassword)).id).toBe(pia.id);
  });

  test('rejecting an account ends its sessions', async () => {
    const { id } = people.quentin;
    await startSession(request('POST', '/'), people.quentin);
    expect(await db.$count(sessions, eq(sessions.userId, id))).toBeGreaterThan(0);
    expect((await rejectUser(people.maren, id)).approvalStatus).toBe('rejected');
    expect(await db.$count(sessions, eq(sessions.userId, id))).toBe(0);
  });

  test('one of twenty simultaneous decisions wins, the rest get 409', async () => {
    const { maren, pia } = people;
    const acts = Array.from({ length: 20 }, (_, i) => {
      const decide = i % 2 ? approveUser : rejectUser;
      return catchDomainError(() => decide(maren, pia.id));
    });
    const ends = await Promise.all(acts);
    const [winner, ...others] = ends.flatMap((end) => (end.ok ? end.value : []));
    expect(others).toEqual([]);
    expect((await getUser(pia.id)).approvalStatus).toBe(winner!.approvalStatus);
    const statuses = ends.flatMap((end) => (end.ok ? [] : end.error.status));
    expect(statuses).toEqual(Array(19).fill(409));
  });

  test('deciding on an account fails without the right to do so', async () => {
    const { ana, maren, pia, tomas } = people;
    const waiting = await newUser({ role: 'manager', approvalStatus: 'pending' });
    const ends = [
      await refused(approveUser(tomas, waiting.id)),
      await refused(rejectUser(maren, 'nobody')),
      await refused(rejectUser(maren, ana.id)),
    ];
    expect(ends).toEqual([
      [403, 'Only an admin may decide on this account.'],
      [404, 'User not found'],
      [409, 'This account has already been approved.'],
    ]);
    expect(await getStatus(approveUser(ana, pia.id))).toBe(403);
    expect((await getUser(pia.id)).approvalStatus).toBe('pending');
  });
});

describe('adding users and managers (rules 2.8, 9.8 and 9.9)', () => {
  const input = { email: 'new@demo.example', password: 'sixsix', firstName: 'New', lastName: null };
  const other = { ...input, email: 'b@demo.example' };

  test('add user ignores any role, status and id that was sent', async () => {
    const more = { role: 'admin', isAdmin: true, approvalStatus: 'pending', id: 'mine' };
    const user = await addUser(people.tomas, { ...input, ...more } as typeof input);
    expect(user).toMatchObject({
      role: 'user',
      isAdmin: false,
      approvalStatus: 'approved',
      group: 'CCBI',
      firstName: 'New',
      lastName: null,
    });
    expect(user.id).not.toBe('mine');
    expect(await getStatus(addUser(people.ana, other))).toBe(403);
  });

  test('only admins create managers', async () => {
    const { maren, tomas } = people;
    const manager = { role: 'manager', isAdmin: false, approvalStatus: 'approved' };
    expect(await createManager(maren, input)).toMatchObject(manager);
    const ends = [
      await refused(createManager(tomas, other)),
      await refused(addUser(maren, { ...input, email: 'NEW@demo.example' })),
    ];
    expect(ends).toEqual([
      [403, 'Only an admin may create managers.'],
      [409, 'An account with this email already exists.'],
    ]);
  });
});

test('only admins change groups, and never those of admins', async () => {
  const { ana, maren, tomas } = people;
  expect((await changeGroup(maren, ana.id, 'OnBS')).group).toBe('OnBS');
  expect((await changeGroup(maren, tomas.id, 'Alibaba')).group).toBe('Alibaba');
  for (const [viewer, account] of [
    [maren, maren],
    [tomas, ana],
    [ana, ana],
  ] as const)
    expect(await getStatus(changeGroup(viewer, account.id, 'CCIA'))).toBe(403);
  expect((await getUser(ana.id)).group).toBe('OnBS');
});

describe('changing roles (rules 1.21, 2.8 and 2.17)', () => {
  const addAdmin = (more: Partial<Parameters<typeof createUser>[0]> = {}) =>
    newUser({ role: 'admin', isAdmin: true, approvalStatus: 'approved', ...more });

  test('an admin gives and takes every role', async () => {
    const { ana, maren } = people;
    for (const role of ['manager', 'admin', 'user'] as const)
      expect(await changeRole(maren, ana.id, role)).toMatchObject({
        role,
        isAdmin: role === 'admin',
      });
  });

  test('only admins change roles, and never their own', async () => {
    const { ana, ben, maren, tomas } = people;
    const second = await addAdmin();
    for (const viewer of [ana, tomas])
      expect(await getStatus(changeRole(viewer, ben.id, 'manager'))).toBe(403);
    for (const admin of [maren, second])
      expect(await refused(changeRole(admin, admin.id, 'user'))).toEqual([
        409,
        'You cannot change your own role. Ask another admin.',
      ]);
    expect(await getStatus(changeRole(maren, 'nobody', 'user'))).toBe(404);
  });

  test('of two admins who demote each other, one remains', async () => {
    const { maren } = people;
    const second = await addAdmin();
    const ends = await Promise.all([
      getStatus(changeRole(maren, second.id, 'user')),
      getStatus(changeRole(second, maren.id, 'user')),
    ]);
    expect(ends).toEqual([200, 409]);
    expect(await getUser(maren.id)).toMatchObject({ role: 'admin', isAdmin: true });
  });

  test('admins who cannot sign in do not make up for the last one', async () => {
    const { maren } = people;
    const disabled = await addAdmin();
    await setAccountEnabled(disabled, false);
    await addAdmin({ approvalStatus: 'pending' });
    const last = 'This is the last administrator. Promote another account first.';
    expect(await refused(changeRole(disabled, maren.id, 'user'))).toEqual([409, last]);
    expect((await changeRole(maren, disabled.id, 'user')).isAdmin).toBe(false);
  });

  test('role and group are changed together or not at all', async () => {
    const { ana, maren } = people;
    const both = { role: 'admin', group: 'OnBS' } as const;
    const unknown = changeRoleAndGroup(maren, ana.id, { ...both, group: 'Nowhere' });
    expect(await getStatus(unknown)).toBe(400);
    expect(await getUser(ana.id)).toMatchObject({ role: 'user', group: 'CCBI' });
    expect(await changeRoleAndGroup(maren, ana.id, both)).toMatchObject(both);
  });

  test('admins approve with any role, managers as it is', async () => {
    const { maren, pia, quentin, tomas } = people;
    expect(await getStatus(approveUser(tomas, pia.id, 'manager'))).toBe(403);
    expect((await getUser(pia.id)).approvalStatus).toBe('pending');
    const approved = { approvalStatus: 'approved', role: 'manager' };
    expect(await approveUser(maren, pia.id, 'manager')).toMatchObject(approved);
    expect((await approveUser(tomas, quentin.id, 'user')).role).toBe('user');
  });

  test('the history has every change of rights', async () => {
    const { ana, maren } = people;
    const byFlag = await newUser({ isAdmin: true, approvalStatus: 'approved' });
    await changeRole(maren, byFlag.id, 'user');
    await changeRole(maren, ana.id, 'manager');
    const told = await listHistory(maren, { subject: 'account' }, { limit: 2, offset: 0 });
    expect(told.map(({ subjectId, fields }) => [subjectId, fields])).toEqual([
      [ana.id, { role: ['user', 'manager'] }],
      [byFlag.id, { role: ['admin', 'user'] }],
    ]);
  });
});

describe('deleting users (rules 2.8, 2.9 and 3.9)', () => {
  test('deleting a user deletes only their sessions and deals', async () => {
    const { ana, ben, tomas } = people;
    await addDeal(ana);
    await addDeal(ben, { companyName: 'Stays' });
    await deleteUser(tomas, ana.id);
    const names = await db.select({ name: deals.companyName }).from(deals);
    expect(names).toEqual([{ name: 'Stays' }]);
    expect(await db.$count(sessions, eq(sessions.userId, ana.id))).toBe(0);
    expect(await refused(deleteUser(tomas, ana.id))).toEqual([404, 'User not found']);
  });

  test('nobody deletes an admin, and only admins delete managers', async () => {
    const { maren, tomas } = people;
    const second = await newUser({ isAdmin: true, approvalStatus: 'approved' });
    const ends = await Promise.all([
      refused(deleteUser(maren, second.id)),
      refused(deleteUser(second, maren.id)),
      refused(deleteUser(maren, maren.id)),
    ]);
    expect(ends).toEqual(Array(3).fill([403, 'Not deleted: admins cannot be deleted.']));
    const { id } = await newUser({ role: 'manager', approvalStatus: 'approved' });
    const message = 'Not deleted: only an admin may delete a manager.';
    expect(await refused(deleteUser(tomas, id))).toEqual([403, message]);
    await deleteUser(maren, id);
    expect(await db.$count(users, eq(users.id, id))).toBe(0);
  });

  test('a deal created during a deletion is never orphaned', async () => {
    const { ana, maren } = people;
    const ends = await Promise.all([
      getStatus(addDeal(ana)),
      getStatus(deleteUser(maren, ana.id)),
      getStatus(addDeal(ana)),
      getStatus(startSession(request('POST', '/'), ana)),
    ]);
    expect(ends).toEqual([200, 200, 401, 401]);
    expect(await db.$count(deals)).toBe(0);
  });

  test('bulk deletion explains which accounts it skipped', async () => {
    const { ana, ben, chiara, daichi, maren, tomas } = people;
    const ids = [ana.id, ben.id, maren.id, tomas.id, 'gone'];
    const { deleted, skipReasons } = await deleteUsers(tomas, ids);
    expect(deleted).toBe(2);
    const why = ['admins cannot be deleted', 'only an admin may delete a manager'];
    expect([...skipReasons].sort()).toEqual(why);
    expect(await db.$count(users, eq(users.id, maren.id))).toBe(1);
    expect(await getStatus(deleteUsers(chiara, [daichi.id]))).toBe(403);
  });

  test('bulk deletion skips missing and invisible deals', async () => {
    const own = await addDeal(people.ana);
    const other = await addDeal(people.ben);
    expect((await deleteDealsById(people.ana, [own, other, 999_999])).entries).toHaveLength(1);
    expect((await deleteDealsById(people.tomas, [own, other])).entries).toHaveLength(1);
  });
});

describe('lists for staff (rules 9.2, 9.5, 9.6, 9.15 and 12.30)', () => {
  test('the user list is paged, newest first and without passwords', async () => {
    const rows = await listUsers(people.tomas, {}, all);
    expect(rows).toHaveLength(await countUsers(people.tomas));
    const times = rows.map(({ createdAt }) => createdAt.getTime());
    expect(times).toEqual(times.toSorted((a, b) => b - a));
    expect(await listUsers(people.tomas, {}, { limit: 3, offset: 2 })).toEqual(rows.slice(2, 5));
    expect(JSON.stringify(rows)).not.toMatch(/password|\$2/);
    expect(await getStatus(listUsers(people.ana, {}, all))).toBe(403);
  });

  test('user search finds names and emails in any script and case', async () => {
    await newUser({ email: 'o@demo.example', firstName: 'ÖRJAN' });
    for (const [emails, ...typed] of [
      ['ana@demo.example', 'lindq', 'ANA LIND'],
      ['daichi@demo.example', '森', '森大地', '大地 森'],
      ['nameless@demo.example', 'NAMELESS@'],
      ['o@demo.example', 'örjan'],
      ['', '%', 'x'.repeat(90_000)],
    ])
      for (const search of typed) {
        const rows = await listUsers(people.maren, { search }, all);
        expect(rows.map(({ email }) => email).join(), search).toBe(emails);
        expect(await countUsers(people.maren, { search })).toBe(rows.length);
      }
  });

  test('the decision list shows the latest ten, newest first', async () => {
    const waiting = await Promise.all(Array.from({ length: 12 }, () => newUser()));
    for (const { id } of waiting) await approveUser(people.maren, id);
    const { id } = waiting[3]!;
    const decidedAt = new Date(Date.now() + 60_000);
    await transaction(async (tx) => tx.update(users).set({ decidedAt }).where(eq(users.id, id)));
    const decisions = await listApprovalDecisions(people.tomas);
    expect([decisions.length, decisions[0]!.id]).toEqual([10, id]);
    expect(decisions.map(({ email }) => email)).not.toContain('ana@demo.example');
  });

  test('the delete dialog counts the deals of each account', async () => {
    const { ana, ben, tomas } = people;
    for (let n = 0; n < 2; n++) await addDeal(ana);
    const found = await findUsersWithDealCounts(tomas, [ana.id, ben.id, 'gone']);
    const deals = found.map(({ email, deals }) => `${email} ${deals}`);
    expect(deals.sort()).toEqual(['ana@demo.example 2', 'ben@demo.example 0']);
  });

  test('the dashboard counts deals updated last month as active', async () => {
    const addAt = async (owner: CastMember, updatedAt: Date) => {
      const isIt = eq(deals.id, await addDeal(owner));
      await transaction(async (tx) => tx.update(deals).set({ updatedAt }).where(isIt));
    };
    const limit = subtractMonth(new Date()).getTime();
    await addAt(people.ana, new Date(limit - 60_000));
    await addAt(people.ben, new Date(limit + 60_000));
    const stats = { users: await db.$count(users), pending: 2, deals: 2, active: 1 };
    expect(await getAdminStats(people.tomas)).toEqual(stats);
  });

  test.each([
    ['2026-03-15T10:00:00Z', '2026-02-15T10:00:00Z'],
    ['2026-03-31T10:00:00Z', '2026-02-28T10:00:00Z'],
    ['2026-01-10T10:00:00Z', '2025-12-10T10:00:00Z'],
  ])('a month before %s is %s', (moment, earlier) => {
    expect(subtractMonth(new Date(moment))).toEqual(new Date(earlier));
  });

  test.each([
    ['admin', false, 'Admin'],
    ['user', true, 'Admin'],
    ['manager', false, 'Manager'],
    ['user', false, 'User'],
  ] as const)('the badge of %s (isAdmin %s) reads %s', (role, isAdmin, label) => {
    expect(getRoleLabel({ role, isAdmin })).toBe(label);
  });
});
