import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type AccessRow, buildRequest } from '../support/access-requests';
import { ACCESS_TABLE } from '../support/access-table';
import { type PeopledServer, startPeopledServer } from '../support/actors';

/** ASVS 5.0 15.3.3: clients cannot set owner, role, group, id or timestamps. */

let server: PeopledServer;
beforeAll(async () => {
  server = await startPeopledServer();
});
beforeEach(() => {
  server.reset();
});
afterAll(async () => {
  await server.stop();
});

const TIME = '2001-02-03T04:05:06.000Z';
const forged = () => ({
  userId: server.ids.other,
  user_id: server.ids.other,
  user: { id: server.ids.other, firstName: 'Forged' },
  owner: server.ids.other,
  role: 'admin',
  isAdmin: true,
  is_admin: 1,
  approvalStatus: 'approved',
  approval_status: 'approved',
  decidedAt: TIME,
  disabledAt: TIME,
  signupKey: 'forged',
  profileImageUrl: 'forged',
  createdAt: TIME,
  created_at: TIME,
  updatedAt: TIME,
  updated_at: TIME,
  searchText: 'forged',
  search_text: 'forged',
  meetingDays: 77,
  roundRank: 77,
  overallScore: 9.9,
  overall_score: 9.9,
  pipelineId: 77,
  pipeline_id: 77,
  expire: TIME,
  sess: '{}',
  __proto__: { role: 'admin' },
  constructor: { role: 'admin' },
});
/** Writes that accept some of these names. */
const TAKEN: Record<string, string[]> = {
  id: [
    'dashboard',
    'admin',
    'admin_.approvals',
    'admin_.lists',
    'admin_.pipelines',
    'admin_.pipelines_.delete',
    'admin_.pipelines_.owner',
    'admin_.users_.delete',
    'deleted',
  ],
  owner: [
    'admin_.users_.$id_.delete',
    'admin_.users_.$id_.offboard',
    'admin_.users_.delete',
    'inbox_.$id',
  ],
  group: ['admin', 'admin_.users_.$id', 'api.admin.users_.$id_.group'],
  role: ['admin_.approvals', 'admin_.users_.$id', 'api.admin.users_.$id_.role'],
  version: ['pipeline.$id.edit', 'pipeline.$id.evaluation'],
  userId: [
    'pipeline.$id.tasks',
    'pipeline.$id.tasks_.$task',
    'api.pipelines_.$id_.tasks',
    'api.pipelines_.$id_.tasks_.$task',
    'api.inbox_.$id_.accept',
  ],
  pipelineId: ['api.inbox_.$id_.accept'],
};

function withForged(
  row: AccessRow,
  { json, form }: Pick<AccessRow, 'json' | 'form'>,
): Pick<AccessRow, 'json'> & { form?: Record<string, string> } {
  const more: Record<string, unknown> = {
    ...forged(),
    id: '4242',
    group: 'Alibaba',
    version: 77,
    password_hash: 'x',
  };
  for (const [name, routes] of Object.entries(TAKEN))
    if (routes.includes(row.route)) delete more[name];
  if (form)
    return {
      form: {
        ...Object.fromEntries(
          Object.entries(more).map(([name, value]) => [
            name,
            typeof value === 'object' ? JSON.stringify(value) : String(value),
          ]),
        ),
        ...form,
      },
    };
  return { json: { ...more, ...json } };
}

const WRITES = ACCESS_TABLE.filter(
  (row) =>
    row.method !== 'GET' &&
    (row.json ?? row.form) &&
    typeof row.admin === 'number' &&
    row.admin !== 404,
);
const TABLES = ['users', 'pipelines', 'evaluations'];
/** Routes that restore somebody's own deal. */
const BRINGS_BACK = ['deleted', 'pipeline.$id.merge_.$merge'];

describe.each(WRITES)('$route: $method $path (rule 2.13)', (row) => {
  test('the request takes only the fields that it has', async () => {
    const { path, ...body } = buildRequest(server, row);
    const admin = server.sql.prepare('select * from users where id = ?').get(server.ids.admin);
    const owners = server.sql.prepare('select id, user_id, created_at from pipelines').all() as {
      id: number;
      user_id: string;
      created_at: number;
    }[];
    const standing = new Map(
      (
        server.sql
          .prepare('select id, role, is_admin, approval_status, "group", created_at from users')
          .all() as { id: string }[]
      ).map((one) => [one.id, one]),
    );
    const { status } = await server.ask(row.method, path, {
      cookie: server.cookies.admin,
      ...withForged(row, body),
    });
    expect(status).toBe(row.admin === 'refused' ? 302 : row.admin);

    const everything = JSON.stringify(
      TABLES.map((table) => server.sql.prepare(`select * from ${table}`).all()),
    );
    expect(everything).not.toMatch(
      /forged|Forged|981173106000|"id":4242|"pipeline_id":77|9\.9|"version":7[78]|"meeting_days":77|Alibaba/,
    );
    for (const { id, user_id, created_at } of server.sql
      .prepare('select id, user_id, created_at from pipelines')
      .all() as typeof owners) {
      const before = owners.find((deal) => deal.id === id);
      // Forms that change the owner.
      const changesOwner = /[._]owner$/.test(row.route) || row.form?.cell === 'owner';
      const owner = changesOwner ? server.ids.admin : before?.user_id;
      expect([user_id, created_at]).toEqual(
        before
          ? [owner, before.created_at]
          : [server.ids[BRINGS_BACK.includes(row.route) ? 'owner' : 'admin'], expect.any(Number)],
      );
    }
    for (const account of server.sql
      .prepare('select id, role, is_admin, approval_status, "group", created_at from users')
      .all() as { id: string; role: string; is_admin: number; group: string }[]) {
      const before = standing.get(account.id);
      if (!before)
        expect([account.role, account.is_admin, account.group]).toEqual([
          path.endsWith('manager') || body.form?.intent === 'manager' ? 'manager' : 'user',
          0,
          'CCBI',
        ]);
      else if (
        !/approve|group|role/.test(`${row.route} ${body.form?.intent ?? ''}`) &&
        body.form?.intent !== 'reject' &&
        !row.route.endsWith('reject')
      )
        expect(account).toEqual(before);
    }
    const now = server.sql.prepare('select * from users where id = ?').get(server.ids.admin) as {
      role: string;
    };
    const some = expect.any(Number) as number;
    const dismissed = body.form?.intent === 'dismiss first steps' && { steps_dismissed_at: some };
    // Excludes the time that a login records.
    if (row.route !== 'account')
      expect(now).toEqual({ ...(admin as object), signed_in_at: some, ...dismissed });
    expect(now.role).toBe('admin');
  });
});

test('a sign-up is pending, whatever it sends', async () => {
  const password = 'a-password-of-2026';
  const account = { email: 'climber@demo.example', password, firstName: 'C', lastName: 'L' };
  const json = { ...account, ...forged(), requiresApproval: false };
  expect((await server.ask('POST', '/api/auth/signup', { json })).status).toBe(201);
  const more = { approvalStatus: 'approved', role: 'admin', isAdmin: 'true' };
  const form = { ...account, email: 'climber2@demo.example', confirmPassword: password, ...more };
  expect((await server.ask('POST', '/signup', { form })).status).toBe(302);
  const stored = server.sql
    .prepare("select role, is_admin, approval_status from users where email like 'climber%'")
    .all();
  const pending = { role: 'user', is_admin: 0, approval_status: 'pending' };
  expect(stored).toEqual([pending, pending]);
  expect((await server.ask('POST', '/api/auth/login', { json: account })).status).toBe(403);
});
