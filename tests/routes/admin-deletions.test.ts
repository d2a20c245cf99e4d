import { beforeEach, describe, expect, test } from 'vitest';
import { db } from '#db/client';
import { pipelines, users } from '#db/schema';
import { transaction } from '#db/transaction';
import { parse } from '~/refusal';
import { PipelineInput } from '~/models/pipeline/schema';
import { createPipeline } from '~/models/pipeline/write.server';
import * as deals from '~/routes/admin_.pipelines';
import * as deleteDeals from '~/routes/admin_.pipelines_.delete';
import * as deleteUser from '~/routes/admin_.users_.$id_.delete';
import * as deleteUsers from '~/routes/admin_.users_.delete';
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

describe('deleting users', () => {
  const at = { id: '' };
  beforeEach(() => {
    at.id = people.ana.id;
  });

  test('asks on a page, then deletes (rule 9.10)', async () => {
    await addPipeline('Goes along');
    const asked = await call(deleteUser, 'GET', '/admin/users/x/delete?back=/admin?page=2', {
      as: people.tomas,
      params: at,
    });
    expect(await asked.json()).toMatchObject({
      name: 'Ana Lindqvist',
      email: 'ana@demo.example',
      deals: 1,
      back: '/admin?page=2',
    });
    expect(
      await outcomeOf(await post(deleteUser, '/', { back: '/admin?page=2' }, people.tomas, at)),
    ).toEqual(success('/admin?page=2', 'User deleted successfully'));
    expect(await db.$count(pipelines)).toBe(0);
    expect(await outcomeOf(await post(deleteUser, '/', {}, people.tomas, at))).toEqual([
      '/admin',
      'Failed to delete user',
      'User not found',
      true,
    ]);
    const admin = await post(deleteUser, '/', {}, people.tomas, { id: people.maren.id });
    expect((await outcomeOf(admin))[2]).toBe('Not deleted: admins cannot be deleted.');
  });

  test('bulk deletion names and counts users, and reports those skipped (rule 9.11)', async () => {
    const ids = [people.ana.id, people.ben.id, people.maren.id, 'gone', people.ana.id];
    const page = await view<{
      deletable: { name: string }[];
      kept: { name: string; why: string }[];
      missing: number;
    }>(deleteUsers, `/admin/users/delete?${new URLSearchParams(ids.map((id) => ['id', id]))}`);
    expect(page.deletable.map(({ name }) => name).sort()).toEqual(['Ana Lindqvist', 'Ben Okafor']);
    expect(page.kept).toMatchObject([{ name: 'Maren Holt', why: 'admins cannot be deleted' }]);
    expect(page.missing).toBe(1);
    const done = await post(deleteUsers, '/admin/users/delete', {
      id: ids,
      back: '/admin?size=100',
    });
    expect(await outcomeOf(done)).toEqual(
      success(
        '/admin?size=100',
        '2 users deleted, 2 skipped: 1 no longer exists, admins cannot be deleted',
      ),
    );
    expect(await db.$count(users)).toBe(8);
    expect(
      await outcomeOf(await post(deleteUsers, '/', { id: [people.ana.id, people.ben.id] })),
    ).toEqual([
      '/admin',
      'Failed to delete users',
      '0 users deleted, 2 skipped: they no longer exist',
      true,
    ]);
  });

  test('an empty selection shows a message; more than a page is refused (rule 9.12)', async () => {
    for (const answer of [
      await call(deleteUsers, 'GET', '/admin/users/delete', { as: people.maren }),
      await post(deleteUsers, '/', { back: '/admin' }),
    ]) {
      expect(await outcomeOf(answer)).toEqual([
        '/admin',
        'No users selected',
        'Select the users to delete first.',
        true,
      ]);
    }
    const many = Array.from({ length: 101 }, (_, i) => `id${i}`);
    for (const route of [deleteUsers, deleteDeals]) {
      const answer = await post(route, '/', { id: many });
      expect([answer.status, await answer.json()]).toEqual([
        400,
        { message: 'Please select at most 100 rows at once.' },
      ]);
    }
  });
});

describe('All Pipelines', () => {
  interface StoredPipelines {
    list: { rows: { company: string; owner: string }[]; total: number };
    owners?: { value: string; label: string }[];
    details?: { companyName: string };
  }

  test('more than 200 users are searched for, not listed (rule 9.17)', async () => {
    await addPipeline('One');
    const now = new Date();
    const crowd = Array.from({ length: 191 }, (_, i) => ({
      id: `c${i}`,
      email: `c${i}@crowd.example`,
      password: '',
      createdAt: now,
      updatedAt: now,
    }));
    await transaction(async (tx) => tx.insert(users).values(crowd));
    expect((await view<StoredPipelines>(deals, '/admin/pipelines')).owners).toBeUndefined();
    expect(
      (await view<StoredPipelines>(deals, '/admin/pipelines?owner=lindqvist')).list.total,
    ).toBe(1);
    expect((await view<StoredPipelines>(deals, '/admin/pipelines?owner=okafor')).list.total).toBe(
      0,
    );
  });

  test('Delete Selected names and counts deals, and skips those already deleted (rule 9.11)', async () => {
    const [one, two, stays] = [
      await addPipeline('One'),
      await addPipeline('Two'),
      await addPipeline('Stays'),
    ];
    const ids = [one, two, 999_999].map(String);
    const page = await view<{ rows: { name: string; note: string }[]; ids: string[] }>(
      deleteDeals,
      `/admin/pipelines/delete?${new URLSearchParams(ids.map((id) => ['id', id]))}`,
      people.tomas,
    );
    expect(page.rows).toMatchObject([
      { name: 'One', note: 'Ana' },
      { name: 'Two', note: 'Ana' },
    ]);
    expect(await outcomeOf(await post(deleteDeals, '/', { id: ids }, people.tomas))).toEqual(
      success('/admin/pipelines', '2 pipelines deleted, 1 skipped: it no longer exists'),
    );
    expect(await db.select({ id: pipelines.id }).from(pipelines)).toEqual([{ id: stays }]);
    expect(await outcomeOf(await post(deleteDeals, '/', { id: ['x', '1e9'] }))).toEqual([
      '/admin/pipelines',
      'Failed to delete pipelines',
      '0 pipelines deleted, 2 skipped: they no longer exist',
      true,
    ]);
    expect(await outcomeOf(await post(deleteDeals, '/', { id: String(stays) }))).toEqual(
      success('/admin/pipelines', '1 pipeline deleted'),
    );
    expect(await outcomeOf(await post(deleteDeals, '/', {}))).toEqual([
      '/admin/pipelines',
      'No pipelines selected',
      'Select the pipelines to delete first.',
      true,
    ]);
  });
});
