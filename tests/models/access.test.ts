import { beforeAll, describe, expect, test } from 'vitest';
import {
  homeOf,
  isAdmin,
  isStaff,
  mayAddUsers,
  mayChangeGroup,
  mayCreateManagers,
  mayDecideOn,
  mayDeleteUser,
  mayListUsers,
  type Viewer,
} from '~/models/access';
import { readPipelineQuery } from '~/models/pipeline/query';
import { countPipelines } from '~/models/pipeline/figures.server';
import { listPipelineIds } from '~/models/pipeline/list.server';
import { findPipeline } from '~/models/pipeline/write.server';
import { findOwner, listOwners } from '~/models/user/owners.server';
import { createUser } from '~/models/user/write.server';
import { addPipeline } from '../support/pipelines';

function person(id: string, role: Viewer['role'], isAdmin = false): Viewer {
  return { id, role, isAdmin, email: `${id}@fund.example`, firstName: null, lastName: null };
}

const user = person('user', 'user');
const manager = person('manager', 'manager');
const admin = person('admin', 'admin', true);
/** Two ways to be an admin; each alone is enough ("Admin means role = admin or isAdmin = true, everywhere"). */
const byRole = person('by-role', 'admin', false);
const byFlag = person('by-flag', 'user', true);
const managerByFlag = person('manager-by-flag', 'manager', true);

const EVERYONE = { user, manager, admin, byRole, byFlag, managerByFlag };
const ADMINS = [admin, byRole, byFlag, managerByFlag];

describe('who is who (rule 2.1)', () => {
  test.each([
    ['user', false, false],
    ['manager', false, true],
    ['admin', true, true],
    ['byRole', true, true],
    ['byFlag', true, true],
    ['managerByFlag', true, true],
  ] as const)('%s: admin %s, staff %s', (who, asAdmin, asStaff) => {
    expect([isAdmin(EVERYONE[who]), isStaff(EVERYONE[who])]).toEqual([asAdmin, asStaff]);
  });
});

describe("own pipeline all; others' pipelines: user not visible, manager and admin all (rule 2.3)", () => {
  const stored: Record<string, Viewer & { deal: number }> = {};
  beforeAll(async () => {
    for (const [who, { role, isAdmin, email }] of Object.entries({
      ...EVERYONE,
      other: person('other', 'user'),
    })) {
      const viewer = await createUser({
        email,
        password: 'a-password-of-2026',
        role,
        isAdmin,
        approvalStatus: 'approved',
      });
      stored[who] = { ...viewer, deal: await addPipeline(viewer) };
    }
  });

  test.each([
    ['user', true, false],
    ['manager', true, true],
    ['admin', true, true],
    ['byRole', true, true],
    ['byFlag', true, true],
    ['managerByFlag', true, true],
  ] as const)("%s: own %s, other's %s", async (who, own, others) => {
    const [viewer, other, query] = [
      stored[who]!,
      stored.other!,
      readPipelineQuery(new URLSearchParams()),
    ];
    const listed = await listPipelineIds(viewer, query);
    const owners = (await listOwners(viewer)).map(({ id }) => id);
    for (const [{ id, deal }, isVisible] of [
      [viewer, own],
      [other, others],
    ] as const) {
      expect([
        listed.includes(deal),
        owners.includes(id),
        Boolean(await findPipeline(viewer, deal)),
        Boolean(await findOwner(viewer, id)),
      ]).toEqual(Array(4).fill(isVisible));
    }
    expect(await countPipelines(viewer, query)).toBe(listed.length);
  });
});

describe('acts that need no other account (rule 2.7)', () => {
  test.each([
    // who, user list on the screen, add user, create manager
    ['user', false, false, false],
    ['manager', true, true, false],
    ['admin', true, true, true],
    ['byRole', true, true, true],
    ['byFlag', true, true, true],
    ['managerByFlag', true, true, true],
  ] as const)('%s: list %s, add %s, create managers %s', (who, list, add, create) => {
    const viewer = EVERYONE[who];
    expect([mayListUsers(viewer), mayAddUsers(viewer), mayCreateManagers(viewer)]).toEqual([
      list,
      add,
      create,
    ]);
  });
});

describe('acts on an account (rule 2.7)', () => {
  const other = {
    user: person('other', 'user'),
    manager: person('other-manager', 'manager'),
    admin: person('other-admin', 'admin', true),
    byFlag: person('other-flag', 'user', true),
    byRole: person('other-role', 'admin', false),
  };
  test.each([
    // who, on whom, approve or reject, delete, change group
    ['user', 'user', false, false, false],
    ['user', 'manager', false, false, false],
    ['user', 'admin', false, false, false],
    ['user', 'byFlag', false, false, false],
    ['user', 'byRole', false, false, false],
    ['manager', 'user', true, true, false],
    ['manager', 'manager', false, false, false],
    ['manager', 'admin', false, false, false],
    ['manager', 'byFlag', false, false, false],
    ['manager', 'byRole', false, false, false],
    ['admin', 'user', true, true, true],
    ['admin', 'manager', true, true, true],
    ['admin', 'admin', true, false, false],
    ['admin', 'byFlag', true, false, false],
    ['admin', 'byRole', true, false, false],
    ['byRole', 'user', true, true, true],
    ['byRole', 'manager', true, true, true],
    ['byRole', 'admin', true, false, false],
    ['byRole', 'byFlag', true, false, false],
    ['byRole', 'byRole', true, false, false],
    ['byFlag', 'user', true, true, true],
    ['byFlag', 'manager', true, true, true],
    ['byFlag', 'admin', true, false, false],
    ['byFlag', 'byFlag', true, false, false],
    ['byFlag', 'byRole', true, false, false],
  ] as const)('%s on %s: decide %s, delete %s, group %s', (who, on, decide, remove, group) => {
    const viewer = EVERYONE[who];
    expect([
      mayDecideOn(viewer, other[on]),
      mayDeleteUser(viewer, other[on]),
      mayChangeGroup(viewer, other[on]),
    ]).toEqual([decide, remove, group]);
  });

  test("nobody may delete an admin or change an admin's group, not even themselves (rule 2.9)", () => {
    for (const viewer of Object.values(EVERYONE))
      for (const account of ADMINS)
        expect([mayDeleteUser(viewer, account), mayChangeGroup(viewer, account)]).toEqual([
          false,
          false,
        ]);
  });
});

test('an admin starts at /admin, a manager lands on /dashboard (rule 1.16)', () => {
  expect(
    Object.fromEntries(Object.entries(EVERYONE).map(([who, viewer]) => [who, homeOf(viewer)])),
  ).toEqual({
    user: '/dashboard',
    manager: '/dashboard',
    admin: '/admin',
    byRole: '/admin',
    byFlag: '/admin',
    managerByFlag: '/admin',
  });
});
