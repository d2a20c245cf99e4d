import { describe, expect, test } from 'vitest';
import { db } from '#db/client';
import { deals } from '#db/schema';
import { getUser } from '~/domain/user/get.server';
import * as dealsRoute from '~/routes/api.admin.pipelines';
import * as deal from '~/routes/api.admin.pipelines_.$id';
import * as accounts from '~/routes/api.admin.users';
import * as account from '~/routes/api.admin.users_.$id';
import * as approve from '~/routes/api.admin.users_.$id_.approve';
import * as group from '~/routes/api.admin.users_.$id_.group';
import * as reject from '~/routes/api.admin.users_.$id_.reject';
import * as role from '~/routes/api.admin.users_.$id_.role';
import * as manager from '~/routes/api.admin.users_.manager';
import { readErrors } from '../support/answers';
import { call, createCastForEach } from '../support/cast';
import { addDeal } from '../support/deals';

const people = createCastForEach();

type Options = Pick<NonNullable<Parameters<typeof call>[3]>, 'as' | 'json'>;
async function ask(route: object, method: string, path: string, options: Options = {}) {
  const params = { id: path.split('/')[1]! };
  const answer = await call(route, method, `/api/admin/${path}`, {
    as: people.maren,
    params,
    ...options,
  });
  return { status: answer.status, answer, body: (await answer.clone().json()) as object };
}

describe('the admin API (rules 1.6, 9.9, 11.15, 11.16, 11.18, 11.19, 11.20, 11.24, 11.36 and 15.3)', () => {
  test('the user list is paged on request and has a total', async () => {
    const { answer, body } = await ask(accounts, 'GET', 'users');
    const rows = body as { email: string }[];
    expect([rows.length, answer.headers.get('X-Total-Count')]).toEqual([10, '10']);
    const part = await ask(accounts, 'GET', 'users?limit=3&offset=2');
    expect(part.body).toEqual(rows.slice(2, 5));
    expect(part.answer.headers.get('X-Total-Count')).toBe('10');
    expect((await ask(accounts, 'GET', 'users?limit=-1&offset=x')).body).toEqual(rows);
  });

  test('account creation answers with the specified messages', async () => {
    const user = await ask(accounts, 'POST', 'users', {
      json: { email: 'x', password: '12345' },
    });
    expect([user.status, await readErrors(user.answer)]).toEqual([
      400,
      { email: ['Invalid email address'], password: ['Password must be at least 6 characters'] },
    ]);
    const sent = { email: 'x', password: '1234567' };
    const { answer } = await ask(manager, 'POST', 'users/manager', { json: sent });
    expect(await readErrors(answer)).toEqual({
      email: ['Please enter a valid email address'],
      password: ['Password must be at least 8 characters long'],
    });
  });

  test('a taken email in any case is refused with 409', async () => {
    const json = {
      email: 'ANA@demo.example',
      password: 'long enough',
      firstName: 'A',
      lastName: 'B',
    };
    expect(await ask(accounts, 'POST', 'users', { json })).toMatchObject({
      status: 409,
      body: { message: 'An account with this email already exists.' },
    });
  });

  test.each([
    ['approve', approve, 'approved'],
    ['reject', reject, 'rejected'],
  ])('the first %s is stored and a second decision is 409', async (act, route, status) => {
    const { id } = people.pia;
    const decided = await ask(route, 'PUT', `users/${id}/${act}`);
    expect(decided.body).toMatchObject({ id, approvalStatus: status });
    for (const [again, path] of [
      [approve, 'approve'],
      [reject, 'reject'],
    ] as const)
      expect(await ask(again, 'PUT', `users/${id}/${path}`)).toMatchObject({
        status: 409,
        body: { message: `This account has already been ${status}.` },
      });
    expect((await getUser(id)).approvalStatus).toBe(status);
  });

  test('a changed role counts at the next request of the session', async () => {
    const { ben } = people;
    const change = (to: string) => ask(role, 'PUT', `users/${ben.id}/role`, { json: { role: to } });
    const listsUsers = async () => (await ask(accounts, 'GET', 'users', { as: ben })).status;
    expect(await listsUsers()).toBe(403);
    expect(await change('admin')).toMatchObject({
      status: 200,
      body: { id: ben.id, role: 'admin', isAdmin: true },
    });
    expect(await listsUsers()).toBe(200);
    await change('user');
    expect(await listsUsers()).toBe(403);
  });

  test('an unknown role is 400 and the own role 409', async () => {
    const { ben, maren } = people;
    for (const json of [{ role: 'owner' }, { role: null }, {}]) {
      const { status, answer } = await ask(role, 'PUT', `users/${ben.id}/role`, { json });
      expect([status, await readErrors(answer)]).toEqual([
        400,
        { role: ['Please choose one of the roles'] },
      ]);
    }
    const own = await ask(role, 'PUT', `users/${maren.id}/role`, { json: { role: 'user' } });
    expect(own.status).toBe(409);
  });

  test('an unknown account is 404 and an admin is not deleted', async () => {
    for (const answered of [
      await ask(approve, 'PUT', 'users/nobody/approve'),
      await ask(reject, 'PUT', 'users/nobody/reject'),
      await ask(account, 'DELETE', 'users/nobody'),
      await ask(group, 'PUT', 'users/nobody/group', { json: { group: 'OnBS' } }),
      await ask(role, 'PUT', 'users/nobody/role', { json: { role: 'user' } }),
    ])
      expect(answered).toMatchObject({ status: 404, body: { message: 'User not found' } });
    const path = `users/${people.maren.id}`;
    for (const as of [people.maren, people.tomas])
      expect((await ask(account, 'DELETE', path, { as })).status).toBe(403);
    expect((await getUser(people.maren.id)).email).toBe('maren@demo.example');
  });

  test("the deal list can be filtered by the owner's name", async () => {
    await addDeal(people.ana, { companyName: 'One' });
    await addDeal(people.ben, { companyName: 'Two', fundingRound: 'A' });
    const names = async (query: string) => {
      const { body } = await ask(dealsRoute, 'GET', `pipelines?${query}`, { as: people.tomas });
      return (body as { companyName: string }[]).map(({ companyName }) => companyName);
    };
    expect(await names('sort=oldest')).toEqual(['One', 'Two']);
    expect(await names('round=A')).toEqual(['Two']);
    expect(await names('owner=LINDQ')).toEqual(['One']);
    expect(await names(`userId=${people.ben.id}`)).toEqual(['Two']);
  });

  test('a deleted deal and an invalid id are 404', async () => {
    const id = await addDeal(people.ana);
    const deleted = await ask(deal, 'DELETE', `pipelines/${id}`, { as: people.tomas });
    expect(deleted.body).toEqual({ message: 'Pipeline deleted successfully' });
    expect(await db.$count(deals)).toBe(0);
    for (const wrong of [id, '0', 'x', '1e9'])
      expect((await ask(deal, 'DELETE', `pipelines/${wrong}`)).status).toBe(404);
  });
});
