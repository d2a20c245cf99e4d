import { describe, expect, test } from 'vitest';
import { users } from '#db/schema';
import { transaction } from '#db/transaction';
import { parse } from '~/refusal';
import { addUser } from '~/models/user/administer.server';
import { PipelineInput } from '~/models/pipeline/schema';
import { createPipeline } from '~/models/pipeline/write.server';
import { getUser, verifyLogin } from '~/models/user/login.server';
import * as management from '~/routes/admin';
import * as approvals from '~/routes/admin_.approvals';
import { call, castForEach } from '../support/cast';
import { success, outcomeOf } from '../support/toast-of';

const people = castForEach();

type Sent = NonNullable<Parameters<typeof call>[3]>;
const addPipeline = (companyName: string, more: object = {}) =>
  createPipeline(people.ana, parse(PipelineInput, { companyName, ...more }));
const post = (route: object, path: string, form: Sent['form'], as = people.maren, params = {}) =>
  call(route, 'POST', path, { as, form, params });
const view = async <T>(route: object, path: string, as = people.maren) =>
  (await (await call(route, 'GET', path, { as })).json()) as T;

interface Row {
  email: string;
  role: string;
  status: string;
  created: string;
  mayDelete: boolean;
  mayDecide: boolean;
  mayChangeGroup: boolean;
}
interface Users {
  rows: Row[];
  figures: Record<string, number>;
  pager: { page: number; pages: number; size: number; total: number };
  mayCreateManagers: boolean;
  dialog?: string;
}

describe('User Management', () => {
  test('figures, roles and dialogs in the address; managers have no Create Manager (rule 13.2)', async () => {
    await addPipeline('One');
    const page = await view<Users>(management, '/admin?manager');
    expect(page.figures).toEqual({ users: 10, pending: 2, deals: 1, active: 1 });
    expect(page.rows.find(({ email }) => email === people.tomas.email)!.role).toBe('Manager');
    expect([page.mayCreateManagers, page.dialog]).toEqual([true, 'manager']);
    const asManager = await view<Users>(management, '/admin?manager', people.tomas);
    expect([asManager.mayCreateManagers, asManager.dialog]).toEqual([false, undefined]);
    expect((await view<Users>(management, '/admin?add', people.tomas)).dialog).toBe('user');
  });

  test('search, page and size are in the address; invalid values fall back (rule 4.1)', async () => {
    for (let i = 0; i < 25; i++)
      await addUser(people.maren, { email: `extra${i}@demo.example`, password: 'sixsix' });
    const pager = async (query: string) => (await view<Users>(management, `/admin?${query}`)).pager;
    expect(await pager('size=25&page=2')).toEqual({ page: 2, pages: 2, size: 25, total: 35 });
    expect(await pager('size=25&page=99')).toEqual({ page: 2, pages: 2, size: 25, total: 35 });
    expect(await pager('size=7&page=-1')).toEqual({ page: 1, pages: 1, size: 50, total: 35 });
    expect(
      (await view<Users>(management, '/admin?search=EXTRA2')).rows.map(({ email }) => email).sort(),
    ).toEqual(
      [
        'extra20@demo.example',
        'extra21@demo.example',
        'extra22@demo.example',
        'extra23@demo.example',
        'extra24@demo.example',
        'extra2@demo.example',
      ].sort(),
    );
  });

  test("dates are in the viewer's time zone", async () => {
    await transaction(async (tx) =>
      tx.update(users).set({ createdAt: new Date('2026-03-01T11:00:00Z') }),
    );
    for (const [zone, day] of [
      ['Pacific/Kiritimati', 'Mar 2, 2026'],
      ['America/New_York', 'Mar 1, 2026'],
    ]) {
      const answer = await call(management, 'GET', '/admin', {
        headers: { Cookie: `${people.maren.cookie}; tz=${zone}` },
      });
      expect(((await answer.json()) as Users).rows[0]!.created).toBe(day);
    }
  });

  test('group: saved, or an error (rule 9.7)', async () => {
    const save = (group: string, as = people.maren, id = people.ana.id) =>
      post(management, '/admin?page=2', { intent: 'group', id, group }, as).then(outcomeOf);
    expect(await save('Alibaba')).toEqual(
      success('/admin?page=2', 'User group updated successfully'),
    );
    expect((await getUser(people.ana.id)).group).toBe('Alibaba');
    const FAILED = 'Failed to update user group';
    expect(await save('Nowhere')).toEqual([
      '/admin?page=2',
      FAILED,
      'Please choose one of the groups',
      true,
    ]);
    expect(await save('OnBS', people.tomas)).toEqual([
      '/admin?page=2',
      FAILED,
      "Only an admin may change a group, and an admin's group stays.",
      true,
    ]);
    expect(await save('OnBS', people.maren, 'gone')).toEqual([
      '/admin?page=2',
      FAILED,
      'User not found',
      true,
    ]);
    expect((await getUser(people.ana.id)).group).toBe('Alibaba');
  });

  test('add user: the account can log in; the dialog closes (rule 9.9)', async () => {
    const done = await post(
      management,
      '/admin?search=x&add=',
      {
        intent: 'user',
        email: 'new@demo.example',
        password: 'sixsix',
        firstName: '',
        lastName: '',
        role: 'admin',
      },
      people.tomas,
    );
    expect(await outcomeOf(done)).toEqual(success('/admin?search=x', 'User created successfully'));
    expect(await verifyLogin('new@demo.example', 'sixsix')).toMatchObject({
      role: 'user',
      isAdmin: false,
      firstName: null,
    });
  });

  test.each([
    ['user', 'Invalid email address', 'Password must be at least 6 characters', '12345'],
    [
      'manager',
      'Please enter a valid email address',
      'Password must be at least 8 characters long',
      '1234567',
    ],
  ])(
    '%s: errors at their fields; the input stays, the password does not',
    async (intent, email, message, password) => {
      const answer = await post(management, `/admin?${intent}`, {
        intent,
        email: 'typed-wrong',
        password,
        firstName: 'Typed',
      });
      expect(answer.status).toBe(400);
      const result = (await answer.json()) as { error: object; initialValue: object };
      expect(result).toMatchObject({
        error: { email: [email], password: [message] },
        initialValue: { email: 'typed-wrong', firstName: 'Typed' },
      });
      expect(JSON.stringify(result.initialValue)).not.toContain(password);
    },
  );

  test('create manager: admins only, and what the server says (rule 9.8)', async () => {
    const form = { intent: 'manager', email: 'm@demo.example', password: 'long enough' };
    expect(await outcomeOf(await post(management, '/admin?manager=', form))).toEqual(
      success('/admin', 'Manager account created successfully'),
    );
    const taken = await post(management, '/admin?manager=', form);
    expect([taken.status, await taken.json()]).toMatchObject([
      409,
      { error: { '': ['An account with this email already exists.'] } },
    ]);
    expect(
      (
        await post(
          management,
          '/admin?manager=',
          { ...form, email: 'n@demo.example' },
          people.tomas,
        )
      ).status,
    ).toBe(403);
    expect((await post(management, '/admin', { intent: 'nothing' })).status).toBe(400);
  });
});

describe('User Approvals', () => {
  test('approved, rejected, or already decided (rule 9.14)', async () => {
    const decide = (intent: string, id: string) =>
      post(
        approvals,
        '/admin/approvals',
        { intent, id, back: '/admin/approvals?page=2' },
        people.tomas,
      ).then(outcomeOf);
    const back = '/admin/approvals?page=2';
    expect(await decide('approve', people.pia.id)).toEqual(
      success(back, 'User approved successfully'),
    );
    expect(await decide('reject', people.quentin.id)).toEqual(
      success(back, 'User rejected successfully'),
    );
    expect(await decide('approve', people.quentin.id)).toEqual([
      back,
      'Failed to approve user',
      'This account has already been rejected.',
      true,
    ]);
    expect(await decide('reject', people.pia.id)).toEqual([
      back,
      'Failed to reject user',
      'This account has already been approved.',
      true,
    ]);
    expect((await getUser(people.pia.id)).approvalStatus).toBe('approved');
    expect(
      (await post(approvals, '/admin/approvals', { intent: 'promote', id: people.pia.id })).status,
    ).toBe(400);
  });
});
