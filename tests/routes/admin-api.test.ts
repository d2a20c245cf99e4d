import { beforeEach, describe, expect, test } from 'vitest';
import { db } from '#db/client';
import { pipelines, users } from '#db/schema';
import { transaction } from '#db/transaction';
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
import { call, type Cast, cast } from '../support/cast';

let people: Cast;
beforeEach(async () => {
  await transaction(async (tx) => tx.delete(users));
  people = await cast();
});

type Role = 'maren' | 'tomas' | 'ana';
const newcomer = {
  email: 'new@demo.example',
  password: 'long enough',
  firstName: 'New',
  lastName: 'Comer',
};
const addPipeline = (companyName: string) =>
  createPipeline(people.ana, parse(PipelineInput, { companyName }));

describe('statuses by role (rules 2.8, 11.17, 11.19 and 11.22)', () => {
  const id = (params: string) => ({ params: { id: params } });
  const calls: [
    string,
    (sent: { as?: { cookie: string } }) => Promise<Response>,
    Record<Role, number>,
  ][] = [
    [
      'GET users',
      (as) => call(accounts, 'GET', '/api/admin/users', as),
      { maren: 200, tomas: 403, ana: 403 },
    ],
    [
      'POST users',
      (as) => call(accounts, 'POST', '/api/admin/users', { ...as, json: newcomer }),
      { maren: 201, tomas: 201, ana: 403 },
    ],
    [
      'POST manager',
      (as) => call(manager, 'POST', '/api/admin/users/manager', { ...as, json: newcomer }),
      { maren: 201, tomas: 403, ana: 403 },
    ],
    [
      'PUT group',
      (as) =>
        call(group, 'PUT', '/api/admin/users/x/group', {
          ...as,
          ...id(people.ben.id),
          json: { group: 'OnBS' },
        }),
      { maren: 200, tomas: 403, ana: 403 },
    ],
    [
      'PUT approve',
      (as) => call(approve, 'PUT', '/api/admin/users/x/approve', { ...as, ...id(people.pia.id) }),
      { maren: 200, tomas: 200, ana: 403 },
    ],
    [
      'PUT reject',
      (as) => call(reject, 'PUT', '/api/admin/users/x/reject', { ...as, ...id(people.pia.id) }),
      { maren: 200, tomas: 200, ana: 403 },
    ],
    [
      'DELETE user',
      (as) => call(account, 'DELETE', '/api/admin/users/x', { ...as, ...id(people.ben.id) }),
      { maren: 200, tomas: 200, ana: 403 },
    ],
    [
      'GET pipelines',
      (as) => call(deals, 'GET', '/api/admin/pipelines', as),
      { maren: 200, tomas: 200, ana: 403 },
    ],
    [
      'DELETE pipeline',
      async (as) =>
        call(deal, 'DELETE', '/api/admin/pipelines/x', {
          ...as,
          ...id(String(await addPipeline('Acme'))),
        }),
      { maren: 200, tomas: 200, ana: 403 },
    ],
  ];

  test.each(calls)('%s', async (_name, send, statuses) => {
    const signedOut = await send({});
    expect([signedOut.status, await signedOut.json()]).toEqual([401, { message: 'Unauthorized' }]);
    for (const who of ['ana', 'tomas', 'maren'] as const) {
      await transaction(async (tx) => tx.delete(users));
      people = await cast();
      const answer = await send({ as: people[who] });
      expect([who, answer.status]).toEqual([who, statuses[who]]);
      if (answer.status >= 400)
        expect(await answer.json()).toEqual({ message: expect.stringMatching(/./) as string });
    }
  });
});

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
  test('mass assignment: role, status and id are not taken over (rule 11.16)', async () => {
    const more = {
      ...newcomer,
      role: 'admin',
      isAdmin: true,
      approvalStatus: 'rejected',
      id: 'mine',
      group: 'OnBS',
    };
    const user = await (
      await call(accounts, 'POST', '/api/admin/users', { as: people.tomas, json: more })
    ).json();
    expect(user).toMatchObject({
      email: newcomer.email,
      role: 'user',
      isAdmin: false,
      approvalStatus: 'approved',
      group: 'CCBI',
    });
    expect(user).not.toHaveProperty('password');
    const made = await (
      await call(manager, 'POST', '/api/admin/users/manager', {
        as: people.maren,
        json: { ...more, email: 'm@demo.example' },
      })
    ).json();
    expect(made).toMatchObject({ role: 'manager', isAdmin: false, approvalStatus: 'approved' });
  });

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

  test.each([{ group: 'Nowhere' }, {}, { group: null }, { group: ['CCIA'] }])(
    '%j is not a group (rule 11.17)',
    async (json) => {
      expect(
        (
          await call(group, 'PUT', '/api/admin/users/x/group', {
            as: people.maren,
            params: { id: people.ana.id },
            json,
          })
        ).status,
      ).toBe(400);
      expect((await getUser(people.ana.id)).group).toBe('CCBI');
    },
  );

  test('a wrong method is 405 with Allow', async () => {
    for (const [path, route, allow] of [
      ['users/x/approve', approve, 'PUT'],
      ['users/x/reject', reject, 'PUT'],
      ['users/x/group', group, 'PUT'],
      ['users/x', account, 'DELETE'],
      ['pipelines/1', deal, 'DELETE'],
      ['users/manager', manager, 'POST'],
      ['users', accounts, 'GET, HEAD, POST'],
      ['pipelines', deals, 'GET, HEAD'],
    ] as const) {
      const answer = await call(route, 'PATCH', `/api/admin/${path}`, { as: people.maren });
      expect([answer.status, answer.headers.get('Allow')]).toEqual([405, allow]);
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
