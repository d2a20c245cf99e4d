import { describe, expect, test } from 'vitest';
import { db } from '#db/client';
import { pipelines } from '#db/schema';
import { parse } from '~/refusal';
import { PipelineInput } from '~/models/pipeline/schema';
import { createPipeline } from '~/models/pipeline/write.server';
import { getUser } from '~/models/user/login.server';
import * as deals from '~/routes/api.admin.pipelines';
import * as deal from '~/routes/api.admin.pipelines_.$id';
import * as accounts from '~/routes/api.admin.users';
import * as account from '~/routes/api.admin.users_.$id';
import * as approve from '~/routes/api.admin.users_.$id_.approve';
import * as group from '~/routes/api.admin.users_.$id_.group';
import * as reject from '~/routes/api.admin.users_.$id_.reject';
import * as manager from '~/routes/api.admin.users_.manager';
import { call, castForEach } from '../support/cast';

const people = castForEach();

const newcomer = {
  email: 'new@demo.example',
  password: 'long enough',
  firstName: 'New',
  lastName: 'Comer',
};
const addPipeline = (companyName: string) =>
  createPipeline(people.ana, parse(PipelineInput, { companyName }));

describe('GET /api/admin/users', () => {
  test('all users, optionally paged, with the total (rules 1.6 and 11.15)', async () => {
    const answer = await call(accounts, 'GET', '/api/admin/users', { as: people.maren });
    const rows = (await answer.json()) as Record<string, unknown>[];
    expect(Object.keys(rows[0]!).sort()).toEqual([
      'approvalStatus',
      'createdAt',
      'email',
      'firstName',
      'group',
      'id',
      'isAdmin',
      'lastName',
      'profileImageUrl',
      'role',
      'updatedAt',
    ]);
    expect(answer.headers.get('X-Total-Count')).toBe('10');
    const part = await call(accounts, 'GET', '/api/admin/users?limit=3&offset=2', {
      as: people.maren,
    });
    expect(await part.json()).toEqual(rows.slice(2, 5));
    expect(part.headers.get('X-Total-Count')).toBe('10');
    expect(
      await (
        await call(accounts, 'GET', '/api/admin/users?limit=-1&offset=x', { as: people.maren })
      ).json(),
    ).toEqual(rows);
  });
});

describe('new accounts', () => {
  test.each([
    [
      '/api/admin/users',
      accounts,
      { email: 'x', password: '12345' },
      'Invalid email address',
      'Password must be at least 6 characters',
    ],
    [
      '/api/admin/users/manager',
      manager,
      { email: 'x', password: '1234567' },
      'Please enter a valid email address',
      'Password must be at least 8 characters long',
    ],
  ])(
    'the messages, word for word: %s (rules 9.9 and 15.3)',
    async (path, route, json, email, password) => {
      const answer = await call(route, 'POST', path, { as: people.maren, json });
      expect([answer.status, await answer.json()]).toEqual([
        400,
        {
          message: 'Validation Error',
          errors: [
            { path: 'email', message: email },
            { path: 'password', message: password },
          ],
        },
      ]);
    },
  );

  test('an email that is taken is 409, case-insensitively (rules 11.16 and 11.24)', async () => {
    const answer = await call(accounts, 'POST', '/api/admin/users', {
      as: people.maren,
      json: { ...newcomer, email: 'ANA@demo.example' },
    });
    expect([answer.status, await answer.json()]).toEqual([
      409,
      { message: 'An account with this email already exists.' },
    ]);
  });
});

describe('acts on an account', () => {
  const decide = (route: object, id: string) =>
    call(route, 'PUT', `/api/admin/users/${id}/${route === approve ? 'approve' : 'reject'}`, {
      as: people.maren,
      params: { id },
    });

  test.each([
    ['approve', approve, 'approved'],
    ['reject', reject, 'rejected'],
  ])('%s, and once decided 409 (rules 11.18 and 11.24)', async (_name, route, status) => {
    expect(await (await decide(route, people.pia.id)).json()).toMatchObject({
      id: people.pia.id,
      approvalStatus: status,
    });
    for (const again of [approve, reject]) {
      const answer = await decide(again, people.pia.id);
      expect([answer.status, await answer.json()]).toEqual([
        409,
        { message: `This account has already been ${status}.` },
      ]);
    }
    expect((await getUser(people.pia.id)).approvalStatus).toBe(status);
  });

  test('an unknown account is 404', async () => {
    const sent = { as: people.maren, params: { id: 'nobody' } };
    for (const answer of [
      await decide(approve, 'nobody'),
      await decide(reject, 'nobody'),
      await call(account, 'DELETE', '/api/admin/users/nobody', sent),
      await call(group, 'PUT', '/api/admin/users/nobody/group', {
        ...sent,
        json: { group: 'OnBS' },
      }),
    ]) {
      expect([answer.status, await answer.json()]).toEqual([404, { message: 'User not found' }]);
    }
  });

  test('an admin is not deleted (rule 11.19)', async () => {
    for (const as of [people.maren, people.tomas])
      expect(
        (
          await call(account, 'DELETE', '/api/admin/users/x', {
            as,
            params: { id: people.maren.id },
          })
        ).status,
      ).toBe(403);
    expect((await getUser(people.maren.id)).email).toBe('maren@demo.example');
  });
});

describe('pipelines', () => {
  test("all deals, optionally filtered by the owner's name (rule 11.20)", async () => {
    await addPipeline('One');
    await createPipeline(
      people.ben,
      parse(PipelineInput, { companyName: 'Two', fundingRound: 'A' }),
    );
    const names = async (query: string) =>
      (
        (await (
          await call(deals, 'GET', `/api/admin/pipelines?${query}`, { as: people.tomas })
        ).json()) as { companyName: string }[]
      ).map(({ companyName }) => companyName);
    expect(await names('sort=oldest')).toEqual(['One', 'Two']);
    expect(await names('round=A')).toEqual(['Two']);
    expect(await names('owner=LINDQ')).toEqual(['One']);
    expect(await names(`userId=${people.ben.id}`)).toEqual(['Two']);
  });

  test('a deleted deal and an invalid id are 404 (rule 11.20)', async () => {
    const id = String(await addPipeline('One'));
    expect(
      await (
        await call(deal, 'DELETE', `/api/admin/pipelines/${id}`, {
          as: people.tomas,
          params: { id },
        })
      ).json(),
    ).toEqual({ message: 'Pipeline deleted successfully' });
    expect(await db.$count(pipelines)).toBe(0);
    for (const wrong of [id, '0', 'x', '1e9'])
      expect(
        (
          await call(deal, 'DELETE', `/api/admin/pipelines/${wrong}`, {
            as: people.maren,
            params: { id: wrong },
          })
        ).status,
      ).toBe(404);
  });
});
