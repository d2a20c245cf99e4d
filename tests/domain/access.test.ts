import { beforeAll, describe, expect, test } from 'vitest';
import { parseDealQuery } from '~/address/deal-query';
import {
  canAddUsers,
  canApproveUser,
  canChangeGroup,
  canChangeRole,
  canCreateManagers,
  canDeleteUser,
  canListUsers,
  getHomePath,
  isAdmin,
  isStaff,
  type Viewer,
} from '~/domain/access';
import { countDeals } from '~/domain/deal/count.server';
import { findDeal } from '~/domain/deal/get.server';
import { listDealIds } from '~/domain/deal/list.server';
import { createUser } from '~/domain/user/create.server';
import { findOwner, listOwners } from '~/domain/user/owners.server';
import { addDeal } from '../support/deals';

function person(id: string, role: Viewer['role'], isAdmin = false): Viewer {
  return { id, role, isAdmin, email: `${id}@fund.example`, firstName: null, lastName: null };
}

/** Each alone makes an admin: the role, or the flag. */
const ADMINS = {
  admin: person('admin', 'admin', true),
  byRole: person('by-role', 'admin', false),
  byFlag: person('by-flag', 'user', true),
  managerByFlag: person('manager-by-flag', 'manager', true),
};
const user = person('user', 'user');
const manager = person('manager', 'manager');
const EVERYONE: Record<string, Viewer> = { user, manager, ...ADMINS };
const NAMES = Object.keys(EVERYONE);
const isInAdmins = (who: string) => who in ADMINS;

describe.each(NAMES)('access of %s (rules 1.16, 2.1 and 2.7)', (who) => {
  const viewer = EVERYONE[who]!;
  const asAdmin = isInAdmins(who);
  const asStaff = who !== 'user';

  test('role and flag decide admin and staff rights and start page', () => {
    expect([isAdmin(viewer), isStaff(viewer)]).toEqual([asAdmin, asStaff]);
    expect(getHomePath(viewer)).toBe(asAdmin ? '/admin' : '/dashboard');
  });

  test('staff list and add users, and only admins create managers', () => {
    const may = [canListUsers(viewer), canAddUsers(viewer), canCreateManagers(viewer)];
    expect(may).toEqual([asStaff, asStaff, asAdmin]);
  });
});

describe('visible deals (rule 2.3)', () => {
  const stored: Record<string, Viewer & { deal: number }> = {};
  beforeAll(async () => {
    const people = { ...EVERYONE, other: person('other', 'user') };
    for (const [who, { role, isAdmin, email }] of Object.entries(people)) {
      const about = { email, role, isAdmin, approvalStatus: 'approved' as const };
      const viewer = await createUser({ ...about, password: 'a-password-of-2026' });
      stored[who] = { ...viewer, deal: await addDeal(viewer) };
    }
  });

  test.each(NAMES)('%s sees own deals, and those of others as staff only', async (who) => {
    const viewer = stored[who]!;
    const query = parseDealQuery(new URLSearchParams());
    const listed = await listDealIds(viewer, query);
    const owners = (await listOwners(viewer)).map(({ id }) => id);
    for (const { id, deal } of [viewer, stored.other!])
      expect([
        listed.includes(deal),
        owners.includes(id),
        Boolean(await findDeal(viewer, deal)),
        Boolean(await findOwner(viewer, id)),
      ]).toEqual(Array(4).fill(id === viewer.id || who !== 'user'));
    expect(await countDeals(viewer, query)).toBe(listed.length);
  });
});

describe('rights over accounts (rules 2.7 and 2.9)', () => {
  const may = (viewer: Viewer, account: Viewer) => [
    canApproveUser(viewer, account),
    canDeleteUser(viewer, account),
    canChangeGroup(viewer, account),
  ];
  const others = { user: person('other', 'user'), manager: person('another', 'manager') };

  test.each(NAMES)('%s manages only the accounts below the own role', (who) => {
    const viewer = EVERYONE[who]!;
    const all = isInAdmins(who);
    expect(may(viewer, others.user)).toEqual([who !== 'user', who !== 'user', all]);
    expect(may(viewer, others.manager)).toEqual([all, all, all]);
  });

  test.each(NAMES)('%s changes the roles of others as an admin only', (who) => {
    const viewer = EVERYONE[who]!;
    for (const account of [others.user, others.manager, person('third', 'admin')])
      expect(canChangeRole(viewer, account)).toBe(isInAdmins(who));
    expect(canChangeRole(viewer, viewer)).toBe(false);
  });

  test('nobody deletes an admin or changes the group of an admin', () => {
    for (const who of NAMES)
      for (const admin of Object.values(ADMINS))
        expect(may(EVERYONE[who]!, admin)).toEqual([isInAdmins(who), false, false]);
  });
});
