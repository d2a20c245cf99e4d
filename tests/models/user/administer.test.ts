import { eq } from 'drizzle-orm';
import { beforeEach, describe, expect, test } from 'vitest';
import { db } from '#db/client';
import { pipelines, sessions, users } from '#db/schema';
import { transaction } from '#db/transaction';
import { startSession } from '~/web/session/auth.server';
import { parse, Refusal } from '~/refusal';
import type { Viewer } from '~/models/access';
import {
  addUser,
  approveUser,
  changeGroup,
  createManager,
  rejectUser,
} from '~/models/user/administer.server';
import {
  adminStats,
  countUsers,
  findUsers,
  listUsers,
  listDecisions,
} from '~/models/user/list.server';
import { monthBefore } from '~/models/dates';
import { PipelineInput } from '~/models/pipeline/schema';
import { createPipeline } from '~/models/pipeline/write.server';
import { roleLabel } from '~/models/user/fields';
import { getUser, verifyLogin } from '~/models/user/login.server';
import { createUser } from '~/models/user/write.server';
import { type Cast, cast, request } from '../../support/cast';
import { deletePipelines } from '~/models/trash/delete.server';
import { deleteUser, deleteUsers } from '~/models/trash/delete-users.server';

let people: Cast;
beforeEach(async () => {
  await transaction(async (tx) => tx.delete(users));
  people = await cast();
});

const all = { limit: 1000, offset: 0 };
const addPipeline = (owner: Viewer, companyName = 'Acme') =>
  createPipeline(owner, parse(PipelineInput, { companyName }));

/** How a refused act ended: its status and message. */
async function refused(act: Promise<unknown>): Promise<[number, string]> {
  const thrown: unknown = await act.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  if (!(thrown instanceof Refusal)) throw new Error('It was not refused.', { cause: thrown });
  return [thrown.status, thrown.message];
}

describe('approve and reject', () => {
  test('a manager approves a user; the time of the decision is kept', async () => {
    const before = Date.now();
    const { approvalStatus, decidedAt } = await approveUser(people.tomas, people.pia.id);
    expect(approvalStatus).toBe('approved');
    expect(decidedAt!.getTime()).toBeGreaterThanOrEqual(before);
    expect((await verifyLogin(people.pia.email, people.pia.plainPassword)).id).toBe(people.pia.id);
  });

  test('a rejected account has no session left (rule 1.20)', async () => {
    await startSession(request('POST', '/'), people.quentin);
    expect(await db.$count(sessions, eq(sessions.userId, people.quentin.id))).toBeGreaterThan(0);
    expect((await rejectUser(people.maren, people.quentin.id)).approvalStatus).toBe('rejected');
    expect(await db.$count(sessions, eq(sessions.userId, people.quentin.id))).toBe(0);
  });

  test('of twenty at once one wins, the others are told (rule 9.14)', async () => {
    const acts = Array.from({ length: 20 }, (_, i) =>
      (i % 2 ? approveUser : rejectUser)(people.maren, people.pia.id),
    );
    const ends = await Promise.allSettled(acts);
    const winners = ends.flatMap((end) => (end.status === 'fulfilled' ? [end.value] : []));
    expect(winners).toHaveLength(1);
    expect((await getUser(people.pia.id)).approvalStatus).toBe(winners[0]!.approvalStatus);
    for (const end of ends)
      if (end.status === 'rejected') expect((end.reason as Refusal).status).toBe(409);
  });

  test('who may not, and on whom', async () => {
    const waiting = await createUser({
      email: 'm2@demo.example',
      password: 'long enough',
      role: 'manager',
      approvalStatus: 'pending',
    });
    expect(await refused(approveUser(people.tomas, waiting.id))).toEqual([
      403,
      'Only an admin may decide on this account.',
    ]);
    expect((await refused(approveUser(people.ana, people.pia.id)))[0]).toBe(403);
    expect(await refused(rejectUser(people.maren, 'nobody'))).toEqual([404, 'User not found']);
    expect(await refused(rejectUser(people.maren, people.ana.id))).toEqual([
      409,
      'This account has already been approved.',
    ]);
    expect((await getUser(people.pia.id)).approvalStatus).toBe('pending');
  });
});

describe('new accounts', () => {
  const input = { email: 'new@demo.example', password: 'sixsix', firstName: 'New', lastName: null };

  test('add-user: role user, approved, whatever else is handed over (rule 9.9)', async () => {
    const user = await addUser(people.tomas, {
      ...input,
      role: 'admin',
      isAdmin: true,
      approvalStatus: 'pending',
      id: 'mine',
    } as typeof input);
    expect(user).toMatchObject({
      role: 'user',
      isAdmin: false,
      approvalStatus: 'approved',
      group: 'CCBI',
      firstName: 'New',
      lastName: null,
    });
    expect(user.id).not.toBe('mine');
    expect((await refused(addUser(people.ana, { ...input, email: 'b@demo.example' })))[0]).toBe(
      403,
    );
  });

  test('create manager: admins only (rules 2.8 and 9.8)', async () => {
    expect(await createManager(people.maren, input)).toMatchObject({
      role: 'manager',
      isAdmin: false,
      approvalStatus: 'approved',
    });
    expect(
      await refused(createManager(people.tomas, { ...input, email: 'b@demo.example' })),
    ).toEqual([403, 'Only an admin may create managers.']);
    expect(await refused(addUser(people.maren, { ...input, email: 'NEW@demo.example' }))).toEqual([
      409,
      'An account with this email already exists.',
    ]);
  });
});

describe('group', () => {
  test('an admin changes it for users and managers, for admins nobody does', async () => {
    expect((await changeGroup(people.maren, people.ana.id, 'OnBS')).group).toBe('OnBS');
    expect((await changeGroup(people.maren, people.tomas.id, 'Alibaba')).group).toBe('Alibaba');
    for (const [viewer, account] of [
      [people.maren, people.maren],
      [people.tomas, people.ana],
      [people.ana, people.ana],
    ] as const) {
      expect((await refused(changeGroup(viewer, account.id, 'CCIA')))[0]).toBe(403);
    }
    expect((await getUser(people.ana.id)).group).toBe('OnBS');
  });
});

describe('deleting users', () => {
  test('sessions and pipelines go along, those of others stay (rule 3.9)', async () => {
    await addPipeline(people.ana);
    await addPipeline(people.ben, 'Stays');
    await deleteUser(people.tomas, people.ana.id);
    expect(await db.select({ name: pipelines.companyName }).from(pipelines)).toEqual([
      { name: 'Stays' },
    ]);
    expect(await db.$count(sessions, eq(sessions.userId, people.ana.id))).toBe(0);
    expect(await refused(deleteUser(people.tomas, people.ana.id))).toEqual([404, 'User not found']);
  });

  test('two admins who delete each other at once both stay (rule 2.9)', async () => {
    const second = await createUser({
      email: 'second@demo.example',
      password: 'long enough',
      isAdmin: true,
      approvalStatus: 'approved',
    });
    const ends = await Promise.all([
      refused(deleteUser(people.maren, second.id)),
      refused(deleteUser(second, people.maren.id)),
      refused(deleteUser(people.maren, people.maren.id)),
    ]);
    expect(ends).toEqual(Array(3).fill([403, 'Not deleted: admins cannot be deleted.']));
  });

  test('a manager is deleted by an admin only (rule 2.8)', async () => {
    const other = await createUser({
      email: 'm2@demo.example',
      password: 'long enough',
      role: 'manager',
      approvalStatus: 'approved',
    });
    expect(await refused(deleteUser(people.tomas, other.id))).toEqual([
      403,
      'Not deleted: only an admin may delete a manager.',
    ]);
    await deleteUser(people.maren, other.id);
    expect(await db.$count(users, eq(users.id, other.id))).toBe(0);
  });

  test('a deal that its owner creates meanwhile is there before, or refused: never an orphan', async () => {
    const ends = await Promise.allSettled([
      addPipeline(people.ana),
      deleteUser(people.maren, people.ana.id),
      addPipeline(people.ana),
      startSession(request('POST', '/'), people.ana),
    ]);
    expect(ends.map(({ status }) => status)).toEqual([
      'fulfilled',
      'fulfilled',
      'rejected',
      'rejected',
    ]);
    for (const end of ends)
      if (end.status === 'rejected') expect((end.reason as Refusal).status).toBe(401);
    expect(await db.$count(pipelines)).toBe(0);
  });

  test('several at once, what may not be deleted stays and is explained', async () => {
    const result = await deleteUsers(people.tomas, [
      people.ana.id,
      people.ben.id,
      people.maren.id,
      people.tomas.id,
      'gone',
    ]);
    expect(result.deleted).toBe(2);
    expect([...result.kept].sort()).toEqual([
      'admins cannot be deleted',
      'only an admin may delete a manager',
    ]);
    expect(await db.$count(users, eq(users.id, people.maren.id))).toBe(1);
    expect((await refused(deleteUsers(people.chiara, [people.daichi.id])))[0]).toBe(403);
  });

  test('several deals at once: those that are there and visible', async () => {
    const [own, other] = [await addPipeline(people.ana), await addPipeline(people.ben)];
    expect((await deletePipelines(people.ana, [own, other, 999_999])).entries).toHaveLength(1);
    expect((await deletePipelines(people.tomas, [own, other])).entries).toHaveLength(1);
  });
});

describe('lists for staff', () => {
  test('newest first, in pages, without the password (rule 9.5)', async () => {
    const rows = await listUsers(people.tomas, {}, all);
    expect(rows).toHaveLength(await countUsers(people.tomas));
    expect(rows.map(({ createdAt }) => createdAt.getTime())).toEqual(
      rows.map(({ createdAt }) => createdAt.getTime()).sort((a, b) => b - a),
    );
    expect(await listUsers(people.tomas, {}, { limit: 3, offset: 2 })).toEqual(rows.slice(2, 5));
    expect(JSON.stringify(rows)).not.toMatch(/password|\$2/);
    expect((await refused(listUsers(people.ana, {}, all)))[0]).toBe(403);
  });

  test.each([
    ['lindq', ['ana@demo.example']],
    ['ANA LIND', ['ana@demo.example']],
    ['森', ['daichi@demo.example']],
    ['森大地', ['daichi@demo.example']],
    ['大地 森', ['daichi@demo.example']],
    ['NAMELESS@', ['nameless@demo.example']],
    ['%', []],
    ['x'.repeat(90_000), []],
  ])('search by name or email: %s (rules 9.5 and 12.30)', async (search, emails) => {
    expect((await listUsers(people.maren, { search }, all)).map(({ email }) => email)).toEqual(
      emails,
    );
    expect(await countUsers(people.maren, { search })).toBe(emails.length);
  });

  test('names are found in any script and case', async () => {
    await createUser({ email: 'o@demo.example', password: 'long enough', firstName: 'ÖRJAN' });
    expect(await countUsers(people.maren, { search: 'örjan' })).toBe(1);
  });

  test('the latest ten decisions, newest first; who never waited is not among them (rule 9.15)', async () => {
    const waiting = await Promise.all(
      Array.from({ length: 12 }, (_, i) =>
        createUser({ email: `w${i}@demo.example`, password: 'long enough' }),
      ),
    );
    for (const { id } of waiting) await approveUser(people.maren, id);
    await transaction(async (tx) =>
      tx
        .update(users)
        .set({ decidedAt: new Date(Date.now() + 60_000) })
        .where(eq(users.id, waiting[3]!.id)),
    );
    const decisions = await listDecisions(people.tomas);
    expect(decisions).toHaveLength(10);
    expect(decisions[0]!.id).toBe(waiting[3]!.id);
    expect(decisions.map(({ email }) => email)).not.toContain('ana@demo.example');
  });

  test('how many deals would go with an account', async () => {
    await addPipeline(people.ana);
    await addPipeline(people.ana);
    expect(
      (await findUsers(people.tomas, [people.ana.id, people.ben.id, 'gone']))
        .map(({ email, deals }) => [email, deals])
        .sort(),
    ).toEqual([
      ['ana@demo.example', 2],
      ['ben@demo.example', 0],
    ]);
  });

  test('active is updated within the last month (rule 9.2)', async () => {
    const [old, fresh] = [await addPipeline(people.ana), await addPipeline(people.ben)];
    const limit = monthBefore(new Date()).getTime();
    await transaction(async (tx) =>
      tx
        .update(pipelines)
        .set({ updatedAt: new Date(limit - 60_000) })
        .where(eq(pipelines.id, old)),
    );
    await transaction(async (tx) =>
      tx
        .update(pipelines)
        .set({ updatedAt: new Date(limit + 60_000) })
        .where(eq(pipelines.id, fresh)),
    );
    expect(await adminStats(people.tomas)).toEqual({
      users: await db.$count(users),
      pending: 2,
      deals: 2,
      active: 1,
    });
  });

  test.each([
    ['2026-03-15T10:00:00Z', '2026-02-15T10:00:00Z'],
    ['2026-03-31T10:00:00Z', '2026-02-28T10:00:00Z'],
    ['2026-01-10T10:00:00Z', '2025-12-10T10:00:00Z'],
  ])('a month before %s is %s (rule 9.2)', (moment, earlier) => {
    expect(monthBefore(new Date(moment))).toEqual(new Date(earlier));
  });

  test.each([
    ['admin', false, 'Admin'],
    ['user', true, 'Admin'],
    ['manager', false, 'Manager'],
    ['user', false, 'User'],
  ] as const)('the badge of %s (isAdmin %s) reads %s (rule 9.6)', (role, isAdmin, label) => {
    expect(roleLabel({ role, isAdmin })).toBe(label);
  });
});
