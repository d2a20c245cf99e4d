import {
  mayChangeGroup,
  mayCreateManagers,
  mayDecideOn,
  mayDeleteUser,
  mayDisable,
  mayHandOverLink,
  mayResetSecondFactor,
  type Viewer,
} from '~/models/access';
import {
  type ListedUser,
  adminStats,
  countDealsOf,
  countUsers,
  listUsers,
  listDecisions,
} from '~/models/user/list.server';
import { type Locale, formatDate, formatDateTime } from '~/models/dates';
import { currentLists } from '~/models/lists/list.server';
import { approvedMail, rejectedMail, sendsMail } from '~/models/mail/mail.server';
import { displayName } from '~/models/text';
import { roleLabel } from '~/models/user/fields';
import { getUser } from '~/models/user/login.server';
import { pageOf } from '~/models/page';
import { hasSecondFactor } from '~/models/second-factor/state.server';

/** Formatted data of the admin area's tabs about users; each with the figures above them. */

export type Figures = Awaited<ReturnType<typeof adminStats>>;

function userView(viewer: Viewer, user: ListedUser, locale: Locale) {
  const { id, email, firstName, lastName, group, approvalStatus, createdAt, signedInAt } = user;
  return {
    id,
    email,
    name: firstName || lastName ? displayName(user) : undefined,
    role: roleLabel(user),
    group,
    status: approvalStatus,
    isDisabled: user.disabledAt !== null || undefined,
    created: formatDate(createdAt, locale),
    createdAt: formatDateTime(createdAt, locale),
    signedIn: signedInAt ? formatDate(signedInAt, locale) : undefined,
    signedInAt: signedInAt ? formatDateTime(signedInAt, locale) : undefined,
    mayDecide: mayDecideOn(viewer, user),
    mayDelete: mayDeleteUser(viewer, user),
    mayChangeGroup: mayChangeGroup(viewer, user),
  };
}
export type UserView = ReturnType<typeof userView>;
export type UserRowView = UserView & { deals: number };

/** A user and what the viewer may do with it. Throws 404. */
export async function userPageView(viewer: Viewer, id: string, locale: Locale) {
  const user = await getUser(id);
  const deals = await countDealsOf(viewer, [id]);
  return {
    user: {
      ...userView(viewer, user, locale),
      deals: deals.get(id) ?? 0,
      disabled: user.disabledAt ? formatDateTime(user.disabledAt, locale) : undefined,
      mayDisable: mayDisable(viewer, user),
      mayHandOverLink: mayHandOverLink(viewer, user),
      mayResetSecondFactor: mayResetSecondFactor(viewer, user) && (await hasSecondFactor(user.id)),
    },
    sendsMail,
  };
}

export async function usersView(viewer: Viewer, params: URLSearchParams, locale: Locale) {
  const search = params.get('search')?.trim() ?? '';
  const [figures, total] = await Promise.all([adminStats(viewer), countUsers(viewer, { search })]);
  const { pager, slice } = pageOf(params, total);
  const listed = await listUsers(viewer, { search }, slice);
  const deals = await countDealsOf(
    viewer,
    listed.map(({ id }) => id),
  );
  const mayCreate = mayCreateManagers(viewer);
  return {
    figures,
    search,
    pager,
    rows: listed.map((user) => ({
      ...userView(viewer, user, locale),
      deals: deals.get(user.id) ?? 0,
    })),
    groups: (await currentLists()).names('groups'),
    mayCreateManagers: mayCreate,
    dialog:
      mayCreate && params.has('manager')
        ? ('manager' as const)
        : params.has('add')
          ? ('user' as const)
          : undefined,
  };
}

export async function approvalsView(viewer: Viewer, params: URLSearchParams, locale: Locale) {
  const figures = await adminStats(viewer);
  const { pager, slice } = pageOf(params, figures.pending);
  const [pending, decisions] = await Promise.all([
    listUsers(viewer, { status: 'pending' }, slice),
    listDecisions(viewer),
  ]);
  return {
    figures,
    pager,
    pending: pending.map((user) => userView(viewer, user, locale)),
    decisions: decisions.map((user) => ({
      ...userView(viewer, user, locale),
      decided: user.decidedAt ? formatDateTime(user.decidedAt, locale) : '',
      letter: sendsMail ? undefined : decisionLetter(user),
    })),
  };
}

function decisionLetter(user: ListedUser) {
  return user.approvalStatus === 'approved' ? approvedMail(user) : rejectedMail(user);
}
