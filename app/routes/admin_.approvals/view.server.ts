import type { LoaderFunctionArgs } from '@remix-run/node';
import { paginate, parsePage } from '~/address/page';
import type { Viewer } from '~/domain/access';
import { composeApprovalMail, composeRejectionMail } from '~/domain/mail/compose.server';
import { isMailConfigured } from '~/domain/mail/send.server';
import { getAdminStats } from '~/domain/user/admin-stats.server';
import { listApprovalDecisions, type ListedUser, listUsers } from '~/domain/user/list.server';
import { formatDate, formatDateTime } from '~/format/date';
import type { Locale } from '~/format/locale';
import { readLocale } from '~/http/session/appearance.server';
import { requireStaff } from '~/http/session/guards.server';
import { toUserView } from '~/ui/admin/user-view.server';

export async function loader({ request }: LoaderFunctionArgs) {
  const viewer = await requireStaff(request);
  return loadApprovalsView(viewer, new URL(request.url).searchParams, readLocale(request));
}

async function loadApprovalsView(viewer: Viewer, params: URLSearchParams, locale: Locale) {
  const figures = await getAdminStats(viewer);
  const { pager, slice } = paginate(parsePage(params), figures.pending);
  const [pending, decisions] = await Promise.all([
    listUsers(viewer, { status: 'pending' }, slice),
    listApprovalDecisions(viewer),
  ]);
  return {
    figures,
    pager,
    pending: pending.map((user) => toUserView(viewer, user, locale)),
    decisions: decisions.map((user) => ({
      ...toUserView(viewer, user, locale),
      decided: user.decidedAt && formatDate(user.decidedAt, locale),
      decidedAt: user.decidedAt ? formatDateTime(user.decidedAt, locale) : undefined,
      mail: isMailConfigured ? undefined : getDecisionEmail(user),
    })),
  };
}

function getDecisionEmail(user: ListedUser) {
  return user.approvalStatus === 'approved'
    ? composeApprovalMail(user)
    : composeRejectionMail(user);
}
