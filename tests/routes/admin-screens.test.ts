import { eq } from 'drizzle-orm';
import { beforeEach, describe, expect, test } from 'vitest';
import { db, transaction } from '#db/client';
import { pipelines, users } from '#db/schema';
import { parse } from '~/http.server';
import { addUser, approveUser, rejectUser } from '~/models/account.server';
import { PipelineInput } from '~/models/pipeline-schema';
import { createPipeline, getPipeline } from '~/models/pipeline.server';
import { getUser, verifyLogin } from '~/models/user.server';
import * as management from '~/routes/admin';
import * as approvals from '~/routes/admin_.approvals';
import * as deals from '~/routes/admin_.pipelines';
import * as deleteDeals from '~/routes/admin_.pipelines_.delete';
import * as deleteUser from '~/routes/admin_.users_.$id.delete';
import * as deleteUsers from '~/routes/admin_.users_.delete';
import { takeToast } from '~/toast.server';
import { call, type Cast, cast, request } from '../cast';

let people: Cast;
beforeEach(async () => {
  await transaction(async (tx) => tx.delete(users));
  people = await cast();
});

type Sent = NonNullable<Parameters<typeof call>[3]>;
const addDeal = (companyName: string, more: object = {}) => createPipeline(people.ana, parse(PipelineInput, { companyName, ...more }));
const post = (route: object, path: string, form: Sent['form'], as = people.maren, params = {}) => call(route, 'POST', path, { as, form, params });
const view = async <T>(route: object, path: string, as = people.maren) => (await (await call(route, 'GET', path, { as })).json()) as T;

/** Where an answer leads and what it says there: title, text, and whether it failed. */
async function told(answer: Response) {
  expect(answer.status).toBe(302);
  const toastCookie = answer.headers.getSetCookie().find((cookie) => cookie.startsWith('toast='))!.split(';', 1)[0]!;
  const { toast } = await takeToast(request('GET', '/', { as: { cookie: toastCookie } }));
  return [answer.headers.get('Location'), toast!.title, toast!.text, toast!.failed];
}
const success = (to: string, text: string) => [to, 'Success', text, false];

describe('every loader and every action guards itself (spec §6, design rule 2)', () => {
  const LOGGED_OUT = 'Unauthorized: You are logged out. Logging in again...';
  const REFUSED = 'Manager or admin access required. Redirecting...';
  const routes = { management, approvals, deals, deleteDeals, deleteUser, deleteUsers };
  test.each(Object.entries(routes))('%s', async (_name, route) => {
    for (const method of ['GET', 'POST']) {
      const form = method === 'POST' ? { intent: 'approve', id: people.pia.id } : undefined;
      const sent = { form, params: { id: people.ben.id } };
      const signedOut = await call(route, method, '/admin', sent);
      expect([signedOut.status, await signedOut.json()]).toEqual([401, { message: LOGGED_OUT, moveOn: '/api/login?to=%2Fadmin' }]);
      const refused = await call(route, method, '/admin', { ...sent, as: people.ana });
      expect([refused.status, await refused.json()]).toEqual([403, { message: REFUSED, moveOn: '/api/login' }]);
    }
    expect((await getUser(people.pia.id)).approvalStatus).toBe('pending');
    expect((await getUser(people.ben.id)).email).toBe(people.ben.email);
  });
});

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
  test('an admin may change and delete everyone but admins; a manager users alone', async () => {
    const may = async (as: Cast['maren']) =>
      Object.fromEntries((await view<Users>(management, '/admin', as)).rows.map(({ email, mayDelete, mayChangeGroup }) => [email.split('@')[0], [mayDelete, mayChangeGroup]]));
    expect(await may(people.maren)).toMatchObject({ maren: [false, false], tomas: [true, true], ana: [true, true], pia: [true, true] });
    expect(await may(people.tomas)).toMatchObject({ maren: [false, false], tomas: [false, false], ana: [true, false], pia: [true, false] });
  });

  test('figures, roles and dialogs by address; managers have no Create Manager', async () => {
    await addDeal('One');
    const page = await view<Users>(management, '/admin?manager');
    expect(page.figures).toEqual({ users: 10, pending: 2, deals: 1, active: 1 });
    expect(page.rows.find(({ email }) => email === people.tomas.email)!.role).toBe('Manager');
    expect([page.mayCreateManagers, page.dialog]).toEqual([true, 'manager']);
    const asManager = await view<Users>(management, '/admin?manager', people.tomas);
    expect([asManager.mayCreateManagers, asManager.dialog]).toEqual([false, undefined]);
    expect((await view<Users>(management, '/admin?add', people.tomas)).dialog).toBe('user');
  });

  test('search, page and size stand in the address; odd values fall back', async () => {
    for (let i = 0; i < 25; i++) await addUser(people.maren, { email: `extra${i}@demo.example`, password: 'sixsix' });
    const pager = async (query: string) => (await view<Users>(management, `/admin?${query}`)).pager;
    expect(await pager('size=25&page=2')).toEqual({ page: 2, pages: 2, size: 25, total: 35 });
    expect(await pager('size=25&page=99')).toEqual({ page: 2, pages: 2, size: 25, total: 35 });
    expect(await pager('size=7&page=-1')).toEqual({ page: 1, pages: 1, size: 50, total: 35 });
    expect((await view<Users>(management, '/admin?search=EXTRA2')).rows.map(({ email }) => email).sort()).toEqual(['extra20@demo.example', 'extra21@demo.example', 'extra22@demo.example', 'extra23@demo.example', 'extra24@demo.example', 'extra2@demo.example'].sort());
  });

  test("clarification 23: dates are in the viewer's time zone", async () => {
    await transaction(async (tx) => tx.update(users).set({ createdAt: new Date('2026-03-01T11:00:00Z') }));
    for (const [zone, day] of [['Pacific/Kiritimati', 'Mar 2, 2026'], ['America/New_York', 'Mar 1, 2026']]) {
      const answer = await call(management, 'GET', '/admin', { headers: { Cookie: `${people.maren.cookie}; tz=${zone}` } });
      expect(((await answer.json()) as Users).rows[0]!.created).toBe(day);
    }
  });

  test('group: saved, or why not', async () => {
    const save = (group: string, as = people.maren, id = people.ana.id) => post(management, '/admin?page=2', { intent: 'group', id, group }, as).then(told);
    expect(await save('Alibaba')).toEqual(success('/admin?page=2', 'User group updated successfully'));
    expect((await getUser(people.ana.id)).group).toBe('Alibaba');
    const FAILED = 'Failed to update user group';
    expect(await save('Nowhere')).toEqual(['/admin?page=2', FAILED, 'Please choose one of the groups', true]);
    expect(await save('OnBS', people.tomas)).toEqual(['/admin?page=2', FAILED, "Only an admin may change a group, and an admin's group stays.", true]);
    expect(await save('OnBS', people.maren, 'gone')).toEqual(['/admin?page=2', FAILED, 'User not found', true]);
    expect((await getUser(people.ana.id)).group).toBe('Alibaba');
  });

  test('add user: the account can log in; the dialog closes', async () => {
    const done = await post(management, '/admin?search=x&add=', { intent: 'user', email: 'new@demo.example', password: 'sixsix', firstName: '', lastName: '', role: 'admin' }, people.tomas);
    expect(await told(done)).toEqual(success('/admin?search=x', 'User created successfully'));
    expect(await verifyLogin('new@demo.example', 'sixsix')).toMatchObject({ role: 'user', isAdmin: false, firstName: null });
  });

  test.each([
    ['user', 'Invalid email address', 'Password must be at least 6 characters', '12345'],
    ['manager', 'Please enter a valid email address', 'Password must be at least 8 characters long', '1234567'],
  ])('%s: messages at their fields, what was typed stays, the password does not', async (intent, email, message, password) => {
    const answer = await post(management, `/admin?${intent}`, { intent, email: 'typed-wrong', password, firstName: 'Typed' });
    expect(answer.status).toBe(400);
    const result = (await answer.json()) as { error: object; initialValue: object };
    expect(result).toMatchObject({ error: { email: [email], password: [message] }, initialValue: { email: 'typed-wrong', firstName: 'Typed' } });
    expect(JSON.stringify(result.initialValue)).not.toContain(password);
  });

  test('create manager: admins only, and what the server says', async () => {
    const form = { intent: 'manager', email: 'm@demo.example', password: 'long enough' };
    expect(await told(await post(management, '/admin?manager=', form))).toEqual(success('/admin', 'Manager account created successfully'));
    const taken = await post(management, '/admin?manager=', form);
    expect([taken.status, await taken.json()]).toMatchObject([409, { error: { '': ['An account with this email already exists.'] } }]);
    expect((await post(management, '/admin?manager=', { ...form, email: 'n@demo.example' }, people.tomas)).status).toBe(403);
    expect((await post(management, '/admin', { intent: 'nothing' })).status).toBe(400);
  });
});

describe('User Approvals', () => {
  interface Approvals {
    pending: Row[];
    decisions: Row[];
  }

  test('who waits, and who was decided on', async () => {
    await approveUser(people.maren, people.pia.id);
    await new Promise((done) => setTimeout(done, 2));
    await rejectUser(people.maren, people.quentin.id);
    const late = await addUser(people.maren, { email: 'late@demo.example', password: 'sixsix' });
    await transaction(async (tx) => tx.update(users).set({ approvalStatus: 'pending' }).where(eq(users.id, late.id)));
    const { pending, decisions } = await view<Approvals>(approvals, '/admin/approvals', people.tomas);
    expect(pending.map(({ email, mayDecide }) => [email, mayDecide])).toEqual([['late@demo.example', true]]);
    expect(decisions.map(({ email, status }) => [email, status])).toEqual([['quentin@demo.example', 'rejected'], ['pia@demo.example', 'approved']]);
  });

  test('approved, rejected, or decided meanwhile', async () => {
    const decide = (intent: string, id: string) => post(approvals, '/admin/approvals', { intent, id, back: '/admin/approvals?page=2' }, people.tomas).then(told);
    const back = '/admin/approvals?page=2';
    expect(await decide('approve', people.pia.id)).toEqual(success(back, 'User approved successfully'));
    expect(await decide('reject', people.quentin.id)).toEqual(success(back, 'User rejected successfully'));
    expect(await decide('approve', people.quentin.id)).toEqual([back, 'Failed to approve user', 'This account has already been rejected.', true]);
    expect(await decide('reject', people.pia.id)).toEqual([back, 'Failed to reject user', 'This account has already been approved.', true]);
    expect((await getUser(people.pia.id)).approvalStatus).toBe('approved');
    expect((await post(approvals, '/admin/approvals', { intent: 'promote', id: people.pia.id })).status).toBe(400);
  });

  test('it never leads to another site', async () => {
    const answer = await post(approvals, '/admin/approvals', { intent: 'approve', id: people.pia.id, back: 'https://evil.example/' });
    expect(answer.headers.get('Location')).toBe('/admin/approvals');
  });
});

describe('deleting users', () => {
  const at = { id: '' };
  beforeEach(() => {
    at.id = people.ana.id;
  });

  test('asks on a page, then deletes', async () => {
    await addDeal('Goes along');
    const asked = await call(deleteUser, 'GET', '/admin/users/x/delete?back=/admin?page=2', { as: people.tomas, params: at });
    expect(await asked.json()).toEqual({ name: 'Ana Lindqvist', email: 'ana@demo.example', deals: 1, back: '/admin?page=2' });
    expect(await told(await post(deleteUser, '/', { back: '/admin?page=2' }, people.tomas, at))).toEqual(success('/admin?page=2', 'User deleted successfully'));
    expect(await db.$count(pipelines)).toBe(0);
    expect(await told(await post(deleteUser, '/', {}, people.tomas, at))).toEqual(['/admin', 'Failed to delete user', 'User not found', true]);
  });

  test('is not asked where it may not be', async () => {
    const status = async (id: string) => (await call(deleteUser, 'GET', '/', { as: people.tomas, params: { id } })).status;
    expect([await status(people.maren.id), await status(people.tomas.id), await status('gone')]).toEqual([403, 403, 404]);
    expect(await told(await post(deleteUser, '/', {}, people.tomas, { id: people.maren.id }))).toEqual(['/admin', 'Failed to delete user', 'Not deleted: admins cannot be deleted.', true]);
  });

  test('clarification 25: in bulk it names and counts them, and says what was skipped', async () => {
    const ids = [people.ana.id, people.ben.id, people.maren.id, 'gone', people.ana.id];
    const page = await view<{ going: { name: string }[]; kept: { name: string; why: string }[]; missing: number }>(deleteUsers, `/admin/users/delete?${new URLSearchParams(ids.map((id) => ['id', id]))}`);
    expect(page.going.map(({ name }) => name).sort()).toEqual(['Ana Lindqvist', 'Ben Okafor']);
    expect(page.kept).toMatchObject([{ name: 'Maren Holt', why: 'admins cannot be deleted' }]);
    expect(page.missing).toBe(1);
    const done = await post(deleteUsers, '/admin/users/delete', { id: ids, back: '/admin?size=100' });
    expect(await told(done)).toEqual(success('/admin?size=100', '2 users deleted, 2 skipped: 1 is not there any more, admins cannot be deleted'));
    expect(await db.$count(users)).toBe(8);
    expect(await told(await post(deleteUsers, '/', { id: [people.ana.id, people.ben.id] }))).toEqual(['/admin', 'Failed to delete users', '0 users deleted, 2 skipped: they are not there any more', true]);
  });

  test('nothing ticked says so; more than a page is refused', async () => {
    for (const answer of [await call(deleteUsers, 'GET', '/admin/users/delete', { as: people.maren }), await post(deleteUsers, '/', { back: '/admin' })]) {
      expect(await told(answer)).toEqual(['/admin', 'No users selected', 'Tick the users to delete first.', true]);
    }
    const many = Array.from({ length: 101 }, (_, i) => `id${i}`);
    for (const route of [deleteUsers, deleteDeals]) {
      const answer = await post(route, '/', { id: many });
      expect([answer.status, await answer.json()]).toEqual([400, { message: 'Please tick at most 100 rows at once.' }]);
    }
  });
});

describe('All Pipelines', () => {
  interface Deals {
    list: { rows: { company: string; owner: string }[]; total: number };
    owners?: { value: string; label: string }[];
    details?: { companyName: string };
  }

  test('filters, details and owners', async () => {
    const id = await addDeal('One', { industries: ['CB'] });
    await addDeal('Two');
    const page = await view<Deals>(deals, `/admin/pipelines?industry=CB&details=${id}`, people.tomas);
    expect(page.list.rows.map(({ company, owner }) => [company, owner])).toEqual([['One', 'Ana']]);
    expect(page.details!.companyName).toBe('One');
    expect(page.owners).toContainEqual({ value: people.ana.id, label: 'Ana (ana@demo.example)' });
    expect(page.owners).toContainEqual({ value: people.nameless.id, label: 'nameless@demo.example' });
  });

  test('more than 200 users are searched for, not listed', async () => {
    await addDeal('One');
    const now = new Date();
    const crowd = Array.from({ length: 191 }, (_, i) => ({ id: `c${i}`, email: `c${i}@crowd.example`, password: '', createdAt: now, updatedAt: now }));
    await transaction(async (tx) => tx.insert(users).values(crowd));
    expect((await view<Deals>(deals, '/admin/pipelines')).owners).toBeUndefined();
    expect((await view<Deals>(deals, '/admin/pipelines?owner=lindqvist')).list.total).toBe(1);
    expect((await view<Deals>(deals, '/admin/pipelines?owner=okafor')).list.total).toBe(0);
  });

  test('a score is saved where it stands', async () => {
    const id = await addDeal('One');
    const answer = await post(deals, `/admin/pipelines?sort=oldest&score=${id}`, { id: String(id), evaluationScore: '7.25' }, people.tomas);
    expect(await told(answer)).toEqual(success('/admin/pipelines?sort=oldest', 'Evaluation score updated successfully'));
    expect((await getPipeline(people.maren, id)).evaluationScore).toBe(7.3);
  });

  test('clarification 25: Delete Selected names and counts, skips what is gone', async () => {
    const [one, two, stays] = [await addDeal('One'), await addDeal('Two'), await addDeal('Stays')];
    const ids = [one, two, 999_999].map(String);
    const page = await view<{ rows: { name: string; note: string }[]; ids: string[] }>(deleteDeals, `/admin/pipelines/delete?${new URLSearchParams(ids.map((id) => ['id', id]))}`, people.tomas);
    expect(page.rows).toMatchObject([{ name: 'One', note: 'Ana' }, { name: 'Two', note: 'Ana' }]);
    expect(await told(await post(deleteDeals, '/', { id: ids }, people.tomas))).toEqual(success('/admin/pipelines', '2 pipelines deleted, 1 skipped: it is not there any more'));
    expect(await db.select({ id: pipelines.id }).from(pipelines)).toEqual([{ id: stays }]);
    expect(await told(await post(deleteDeals, '/', { id: ['x', '1e9'] }))).toEqual(['/admin/pipelines', 'Failed to delete pipelines', '0 pipelines deleted, 2 skipped: they are not there any more', true]);
    expect(await told(await post(deleteDeals, '/', { id: String(stays) }))).toEqual(success('/admin/pipelines', '1 pipeline deleted'));
    expect(await told(await post(deleteDeals, '/', {}))).toEqual(['/admin/pipelines', 'No pipelines selected', 'Tick the pipelines to delete first.', true]);
  });
});
