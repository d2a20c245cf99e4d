import { describe, expect, test } from 'vitest';
import { db } from '#db/client';
import { deals, users } from '#db/schema';
import { transaction } from '#db/transaction';
import { addUser } from '~/domain/user/create.server';
import { getUser } from '~/domain/user/get.server';
import { verifyLogin } from '~/domain/user/login.server';
import { changeGroup } from '~/domain/user/role.server';
import * as management from '~/routes/admin/route';
import * as approvals from '~/routes/admin_.approvals/route';
import * as dealsRoute from '~/routes/admin_.pipelines/route';
import * as deleteDeals from '~/routes/admin_.pipelines_.delete';
import * as user from '~/routes/admin_.users_.$id/route';
import * as deleteUser from '~/routes/admin_.users_.$id_.delete/route';
import * as deleteUsers from '~/routes/admin_.users_.delete/route';
import { call, createCastForEach } from '../support/cast';
import { addDeal } from '../support/deals';
import { collectFormValues } from '../support/posted-form';
import { readText, renderScreen } from '../support/render-screen';
import { failureOutcome, readOutcome, successOutcome } from '../support/toast';

const people = createCastForEach();

type Form = NonNullable<Parameters<typeof call>[3]>['form'];
type Options = Pick<NonNullable<Parameters<typeof call>[3]>, 'as' | 'params'>;
const post = (route: object, path: string, form: Form, options: Options = {}) =>
  call(route, 'POST', path, { as: people.maren, form, ...options });
const posted = async (...sent: Parameters<typeof post>) => readOutcome(await post(...sent));
const view = async <T>(route: object, path: string, options: Options = {}) =>
  (await (await call(route, 'GET', path, { as: people.maren, ...options })).json()) as T;
const ticked = (ids: (string | number)[]) =>
  new URLSearchParams(ids.map((id) => ['id', String(id)])).toString();

interface Users {
  rows: { email: string; role: string; created: string }[];
  figures: Record<string, number>;
  pager: { page: number; pages: number; size: number; total: number };
  canCreateManagers: boolean;
  dialog?: string;
}

describe('User Management (rules 4.1, 9.7, 9.8, 9.9 and 13.2)', () => {
  test('figures, roles and dialogs depend on the URL and role', async () => {
    await addDeal(people.ana);
    const page = await view<Users>(management, '/admin?manager');
    expect(page.figures).toEqual({ users: 10, pending: 2, deals: 1, active: 1 });
    expect(page.rows.find(({ email }) => email === people.tomas.email)!.role).toBe('Manager');
    expect([page.canCreateManagers, page.dialog]).toEqual([true, 'manager']);
    const asManager = await view<Users>(management, '/admin?manager', { as: people.tomas });
    expect([asManager.canCreateManagers, asManager.dialog]).toEqual([false, undefined]);
    expect((await view<Users>(management, '/admin?add', { as: people.tomas })).dialog).toBe('user');
  });

  test('search, page and size are in the URL with safe fallbacks', async () => {
    for (let i = 0; i < 25; i++)
      await addUser(people.maren, { email: `extra${i}@demo.example`, password: 'sixsix' });
    const pager = async (query: string) => (await view<Users>(management, `/admin?${query}`)).pager;
    expect(await pager('size=25&page=2')).toEqual({ page: 2, pages: 2, size: 25, total: 35 });
    expect(await pager('size=25&page=99')).toEqual({ page: 2, pages: 2, size: 25, total: 35 });
    expect(await pager('size=7&page=-1')).toEqual({ page: 1, pages: 1, size: 50, total: 35 });
    const { rows } = await view<Users>(management, '/admin?search=EXTRA2');
    const extras = ['extra2', 'extra20', 'extra21', 'extra22', 'extra23', 'extra24'];
    expect(rows.map(({ email }) => email.split('@')[0]).sort()).toEqual(extras);
  });

  test("dates are shown in the viewer's time zone", async () => {
    const createdAt = new Date('2026-03-01T11:00:00Z');
    await transaction(async (tx) => tx.update(users).set({ createdAt }));
    for (const [zone, day] of [
      ['Pacific/Kiritimati', 'Mar 2, 2026'],
      ['America/New_York', 'Mar 1, 2026'],
    ]) {
      const as = { ...people.maren, cookie: `${people.maren.cookie}; tz=${zone}` };
      expect((await view<Users>(management, '/admin', { as })).rows[0]!.created).toBe(day);
    }
  });

  test('changing the group saves it or shows an error', async () => {
    const at = '/admin?page=2';
    const save = (group: string, as = people.maren, id = people.ana.id) =>
      posted(management, at, { intent: 'group', id, group }, { as });
    expect(await save('Alibaba')).toEqual(successOutcome(at, 'User group updated successfully'));
    for (const [outcome, text] of [
      [await save('Nowhere'), 'Please choose one of the groups'],
      [
        await save('OnBS', people.tomas),
        "Only an admin may change a group, and an admin's group cannot be changed.",
      ],
      [await save('OnBS', people.maren, 'gone'), 'User not found'],
    ] as const)
      expect(outcome).toEqual(failureOutcome(at, 'Failed to update user group', text));
    expect((await getUser(people.ana.id)).group).toBe('Alibaba');
  });

  test('a group that a colleague has changed since stays', async () => {
    const { id } = people.ana;
    await changeGroup(people.maren, id, 'Alibaba');
    const form = { intent: 'group', id, group: 'OnBS', shownGroup: 'CCBI' };
    const text =
      'Somebody else has changed this in the meantime: it is now “Alibaba”. Save again to replace it';
    expect(await posted(management, '/admin', form, { as: people.maren })).toEqual(
      failureOutcome('/admin', 'Failed to update user group', text),
    );
    expect((await getUser(id)).group).toBe('Alibaba');
  });

  test('an added user can sign in and the dialog closes', async () => {
    const account = { email: 'new@demo.example', password: 'sixsix' };
    const form = { intent: 'user', ...account, firstName: '', lastName: '', role: 'admin' };
    expect(await posted(management, '/admin?search=x&add=', form, { as: people.tomas })).toEqual(
      successOutcome('/admin?search=x', 'User created successfully'),
    );
    expect(await verifyLogin(account.email, account.password)).toMatchObject({
      role: 'user',
      isAdmin: false,
      firstName: null,
    });
  });

  test.each([
    ['user', 'Invalid email address', 'at least 6 characters', '12345'],
    ['manager', 'Please enter a valid email address', 'at least 8 characters long', '1234567'],
  ])(
    '%s shows errors at fields and drops the password',
    async (intent, email, message, password) => {
      const form = { intent, email: 'typed-wrong', password, firstName: 'Typed' };
      const answer = await post(management, `/admin?${intent}`, form);
      expect(answer.status).toBe(400);
      const { error, initialValue } = (await answer.json()) as Record<string, object>;
      expect(error).toMatchObject({ email: [email], password: [`Password must be ${message}`] });
      expect(initialValue).toMatchObject({ email: 'typed-wrong', firstName: 'Typed' });
      expect(JSON.stringify(initialValue)).not.toContain(password);
    },
  );

  test("only admins create managers and see the server's errors", async () => {
    const form = { intent: 'manager', email: 'm@demo.example', password: 'long enough' };
    const path = '/admin?manager=';
    expect(await posted(management, path, form)).toEqual(
      successOutcome('/admin', 'Manager account created successfully'),
    );
    const taken = await post(management, path, form);
    expect([taken.status, await taken.json()]).toMatchObject([
      409,
      { error: { '': ['An account with this email already exists.'] } },
    ]);
    const other = { ...form, email: 'n@demo.example' };
    expect((await post(management, path, other, { as: people.tomas })).status).toBe(403);
    expect((await post(management, '/admin', { intent: 'nothing' })).status).toBe(400);
  });
});

describe('User Approvals (rule 9.14)', () => {
  test('a decision approves, rejects or says it is already made', async () => {
    const back = '/admin/approvals?page=2';
    const { pia, quentin, tomas } = people;
    const decide = (intent: string, { id }: { id: string }) =>
      posted(approvals, '/admin/approvals', { intent, id, back }, { as: tomas });
    expect(await decide('approve', pia)).toEqual(
      successOutcome(back, 'User approved successfully'),
    );
    expect(await decide('reject', quentin)).toEqual(
      successOutcome(back, 'User rejected successfully'),
    );
    expect(await decide('approve', quentin)).toEqual(
      failureOutcome(back, 'Failed to approve user', 'This account has already been rejected.'),
    );
    expect(await decide('reject', pia)).toEqual(
      failureOutcome(back, 'Failed to reject user', 'This account has already been approved.'),
    );
    expect((await getUser(pia.id)).approvalStatus).toBe('approved');
    const unknown = { intent: 'promote', id: pia.id };
    expect((await post(approvals, '/admin/approvals', unknown)).status).toBe(400);
  });
});

describe('role and group (rule 9.27)', () => {
  const save = (form: Record<string, string>, as = people.maren, id = people.ana.id) =>
    posted(
      user,
      `/admin/users/${id}`,
      { intent: 'role and group', ...form },
      { as, params: { id } },
    );
  const shown = { shownRole: 'user', shownGroup: 'CCBI' };

  test('an admin saves role and group', async () => {
    const page = `/admin/users/${people.ana.id}`;
    const saved = await save({ ...shown, role: 'manager', group: 'OnBS' });
    expect(saved).toEqual(successOutcome(page, 'User updated successfully'));
    expect(await getUser(people.ana.id)).toMatchObject({ role: 'manager', group: 'OnBS' });
  });

  test('an older page keeps what another admin has changed', async () => {
    await save({ ...shown, role: 'manager', group: 'CCBI' });
    await save({ ...shown, role: 'user', group: 'OnBS' });
    expect(await getUser(people.ana.id)).toMatchObject({ role: 'manager', group: 'OnBS' });
  });

  test('an older page replaces a role only when sent again', async () => {
    const { ana, maren } = people;
    const [path, sent] = ['/x', { as: maren, params: { id: ana.id } }] as const;
    const opened = collectFormValues(await renderScreen(user, path, sent));
    await save({ ...shown, role: 'admin' });
    const form = { ...opened, intent: 'role and group', role: 'manager' };
    expect((await post(user, path, form, sent)).status).toBe(409);
    const refused = await renderScreen(user, path, { ...sent, form });
    expect(readText(refused)).toContain('it is now “Admin”. Save again to replace it');
    await save(collectFormValues(refused));
    expect(await getUser(ana.id)).toMatchObject({ role: 'manager', isAdmin: false });
  });

  test('a refused change says why and saves nothing', async () => {
    const { ana, maren, tomas } = people;
    for (const [outcome, text, { id }] of [
      [await save({ role: 'owner' }), 'Please choose one of the roles', ana],
      [await save({ role: 'admin' }, tomas), 'Only an admin may change a role.', ana],
      [
        await save({ role: 'user' }, maren, maren.id),
        'You cannot change your own role. Ask another admin.',
        maren,
      ],
    ] as const)
      expect(outcome).toEqual(failureOutcome(`/admin/users/${id}`, 'Error', text));
    expect([await getUser(ana.id), await getUser(maren.id)]).toMatchObject([
      { role: 'user' },
      { role: 'admin' },
    ]);
  });

  test('an admin approves a user with the chosen role', async () => {
    const { pia } = people;
    const approve = (role: string) =>
      posted(approvals, '/admin/approvals', { intent: 'approve', id: pia.id, role });
    expect((await approve('owner')).slice(1, 3)).toEqual([
      'Failed to approve user',
      'Please choose one of the roles',
    ]);
    expect((await approve('manager'))[2]).toBe('User approved successfully');
    expect(await getUser(pia.id)).toMatchObject({ role: 'manager', approvalStatus: 'approved' });
  });
});

describe('deleting users (rules 9.10, 9.11 and 9.12)', () => {
  test('deletion asks for confirmation first', async () => {
    const { ana, maren, tomas } = people;
    await addDeal(ana);
    const back = '/admin?page=2';
    const at = { id: ana.id };
    const asked = await view(deleteUser, `/admin/users/x/delete?back=${back}`, {
      as: tomas,
      params: at,
    });
    const named = { name: 'Ana Lindqvist', email: 'ana@demo.example', deals: 1, back };
    expect(asked).toMatchObject(named);
    expect(await posted(deleteUser, '/', { back }, { as: tomas, params: at })).toEqual(
      successOutcome(back, 'User deleted successfully'),
    );
    expect(await db.$count(deals)).toBe(0);
    expect(await posted(deleteUser, '/', {}, { as: tomas, params: at })).toEqual(
      failureOutcome('/admin', 'Failed to delete user', 'User not found'),
    );
    const admin = await posted(deleteUser, '/', {}, { as: tomas, params: { id: maren.id } });
    expect(admin[2]).toBe('Not deleted: admins cannot be deleted.');
  });

  test('bulk deletion names the users and reports skipped ones', async () => {
    const { ana, ben, maren } = people;
    const id = [ana.id, ben.id, maren.id, 'gone', ana.id];
    interface Page {
      deletable: { name: string }[];
      skipped: object[];
      missing: number;
    }
    const page = await view<Page>(deleteUsers, `/admin/users/delete?${ticked(id)}`);
    expect(page.deletable.map(({ name }) => name).sort()).toEqual(['Ana Lindqvist', 'Ben Okafor']);
    expect(page.skipped).toMatchObject([{ name: 'Maren Holt', why: 'admins cannot be deleted' }]);
    expect(page.missing).toBe(1);
    const back = '/admin?size=100';
    const said = '2 users deleted, 2 skipped: 1 no longer exists, admins cannot be deleted';
    expect(await posted(deleteUsers, '/', { id, back })).toEqual(successOutcome(back, said));
    expect(await db.$count(users)).toBe(8);
    const nobody = '0 users deleted, 2 skipped: they no longer exist';
    expect(await posted(deleteUsers, '/', { id: [ana.id, ben.id] })).toEqual(
      failureOutcome('/admin', 'Failed to delete users', nobody),
    );
  });

  test('bulk deletion refuses no users and more than a page', async () => {
    const nothing = 'Select the users to delete first.';
    for (const answer of [
      await call(deleteUsers, 'GET', '/admin/users/delete', { as: people.maren }),
      await post(deleteUsers, '/', { back: '/admin' }),
    ])
      expect(await readOutcome(answer)).toEqual(
        failureOutcome('/admin', 'No users selected', nothing),
      );
    const many = Array.from({ length: 101 }, (_, i) => `id${i}`);
    for (const route of [deleteUsers, deleteDeals]) {
      const answer = await post(route, '/', { id: many });
      const message = 'Please select at most 100 rows at once.';
      expect([answer.status, await answer.json()]).toEqual([400, { message }]);
    }
  });
});

describe('All Pipelines (rules 9.11 and 9.17)', () => {
  test('more than 200 users are searched for, not listed', async () => {
    await addDeal(people.ana);
    const now = { password: '', createdAt: new Date(), updatedAt: new Date() };
    const names = Array.from({ length: 191 }, (_, i) => `c${i}`);
    const crowd = names.map((id) => ({ id, email: `${id}@crowd.example`, ...now }));
    await transaction(async (tx) => tx.insert(users).values(crowd));
    const list = (query: string) =>
      view<{ owners?: object[]; list: { total: number } }>(dealsRoute, `/admin/pipelines${query}`);
    expect((await list('')).owners).toBeUndefined();
    expect((await list('?owner=lindqvist')).list.total).toBe(1);
    expect((await list('?owner=okafor')).list.total).toBe(0);
  });

  test('Delete Selected names deals and skips deleted ones', async () => {
    const { ana, tomas } = people;
    const add = (companyName: string) => addDeal(ana, { companyName });
    const one = await add('One');
    const two = await add('Two');
    const stays = await add('Stays');
    const id = [one, two, 999_999].map(String);
    const path = `/admin/pipelines/delete?${ticked(id)}`;
    const { rows } = await view<{ rows: object[] }>(deleteDeals, path, { as: tomas });
    const named = ['One', 'Two'].map((name) => ({ name, note: 'Ana' }));
    expect(rows).toMatchObject(named);
    const list = '/admin/pipelines';
    expect(await posted(deleteDeals, '/', { id }, { as: tomas })).toEqual(
      successOutcome(list, '2 pipelines deleted, 1 skipped: it no longer exists'),
    );
    expect(await db.select({ id: deals.id }).from(deals)).toEqual([{ id: stays }]);
    const none = '0 pipelines deleted, 2 skipped: they no longer exist';
    expect(await posted(deleteDeals, '/', { id: ['x', '1e9'] })).toEqual(
      failureOutcome(list, 'Failed to delete pipelines', none),
    );
    expect(await posted(deleteDeals, '/', { id: String(stays) })).toEqual(
      successOutcome(list, '1 pipeline deleted'),
    );
    expect(await posted(deleteDeals, '/', {})).toEqual(
      failureOutcome(list, 'No pipelines selected', 'Select the pipelines to delete first.'),
    );
  });
});
