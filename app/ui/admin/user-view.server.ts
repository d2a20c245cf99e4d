import {
  canApproveUser,
  canChangeGroup,
  canChangeRole,
  canDeleteUser,
  type Viewer,
} from '~/domain/access';
import { getDisplayName } from '~/domain/person/names';
import { getAdminStats } from '~/domain/user/admin-stats.server';
import { getRole, getRoleLabel } from '~/domain/user/fields';
import type { ListedUser } from '~/domain/user/list.server';
import { formatDate, formatDateTime } from '~/format/date';
import type { Locale } from '~/format/locale';

export type AdminFigures = Awaited<ReturnType<typeof getAdminStats>>;

export function toUserView(viewer: Viewer, user: ListedUser, locale: Locale) {
  const { id, email, firstName, lastName, group, approvalStatus, createdAt, signedInAt } = user;
  return {
    id,
    email,
    name: firstName || lastName ? getDisplayName(user) : undefined,
    role: getRoleLabel(user),
    group,
    status: approvalStatus,
    isDisabled: user.disabledAt !== null || undefined,
    created: formatDate(createdAt, locale),
    createdAt: formatDateTime(createdAt, locale),
    signedIn: signedInAt ? formatDate(signedInAt, locale) : undefined,
    signedInAt: signedInAt ? formatDateTime(signedInAt, locale) : undefined,
    canDecide: canApproveUser(viewer, user),
    canDelete: canDeleteUser(viewer, user),
    canChangeGroup: canChangeGroup(viewer, user),
    roleToChange: canChangeRole(viewer, user) ? getRole(user) : undefined,
  };
}

export type UserView = ReturnType<typeof toUserView>;
