import type { LoaderFunctionArgs } from '@remix-run/node';
import {
  canCreatePasswordLink,
  canDisableUser,
  canResetSecondFactor,
  type Viewer,
} from '~/domain/access';
import { isMailConfigured } from '~/domain/mail/send.server';
import { getOptionLists } from '~/domain/option-list/list.server';
import { hasSecondFactor } from '~/domain/second-factor/get.server';
import { getUser } from '~/domain/user/get.server';
import { countDealsByUser } from '~/domain/user/list.server';
import { formatDateTime } from '~/format/date';
import type { Locale } from '~/format/locale';
import { readLocale } from '~/http/session/appearance.server';
import { requireStaff } from '~/http/session/guards.server';
import { toUserView } from '~/ui/admin/user-view.server';

export async function loader({ request, params }: LoaderFunctionArgs) {
  const viewer = await requireStaff(request);
  return loadUserView(viewer, params.id ?? '', readLocale(request));
}

async function loadUserView(viewer: Viewer, id: string, locale: Locale) {
  const user = await getUser(id);
  const shown = toUserView(viewer, user, locale);
  const deals = await countDealsByUser(viewer, [id]);
  return {
    user: {
      ...shown,
      deals: deals.get(id) ?? 0,
      disabled: user.disabledAt ? formatDateTime(user.disabledAt, locale) : undefined,
      canDisable: canDisableUser(viewer, user),
      canCreatePasswordLink: canCreatePasswordLink(viewer, user),
      canResetSecondFactor: canResetSecondFactor(viewer, user) && (await hasSecondFactor(user.id)),
    },
    roleAndGroup: {
      role: shown.roleToChange,
      group: shown.canChangeGroup ? shown.group : undefined,
      groups: (await getOptionLists()).listActiveNames('groups'),
    },
    sendsMail: isMailConfigured,
  };
}
