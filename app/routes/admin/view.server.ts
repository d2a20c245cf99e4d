import type { LoaderFunctionArgs } from '@remix-run/node';
import { paginate, parsePage } from '~/address/page';
import { canCreateManagers, type Viewer } from '~/domain/access';
import { getOptionLists } from '~/domain/option-list/list.server';
import { getAdminStats } from '~/domain/user/admin-stats.server';
import { countDealsByUser, countUsers, listUsers } from '~/domain/user/list.server';
import type { Locale } from '~/format/locale';
import { readLocale } from '~/http/session/appearance.server';
import { requireStaff } from '~/http/session/guards.server';
import { toUserView, type UserView } from '~/ui/admin/user-view.server';
import { loadFirstSteps } from './first-steps.server';

export async function loader({ request }: LoaderFunctionArgs) {
  const viewer = await requireStaff(request);
  const { searchParams } = new URL(request.url);
  const view = await loadUsersView(viewer, searchParams, readLocale(request));
  return { ...view, steps: await loadFirstSteps(viewer, view.figures) };
}

export type UserRowView = UserView & { deals: number };

async function loadUsersView(viewer: Viewer, params: URLSearchParams, locale: Locale) {
  const search = params.get('search')?.trim() ?? '';
  const [figures, total] = await Promise.all([
    getAdminStats(viewer),
    countUsers(viewer, { search }),
  ]);
  const { pager, slice } = paginate(parsePage(params), total);
  const listed = await listUsers(viewer, { search }, slice);
  const deals = await countDealsByUser(
    viewer,
    listed.map(({ id }) => id),
  );
  const canCreate = canCreateManagers(viewer);
  return {
    figures,
    search,
    pager,
    rows: listed.map((user) => ({
      ...toUserView(viewer, user, locale),
      deals: deals.get(user.id) ?? 0,
    })),
    groups: (await getOptionLists()).listActiveNames('groups'),
    canCreateManagers: canCreate,
    dialog:
      canCreate && params.has('manager')
        ? ('manager' as const)
        : params.has('add')
          ? ('user' as const)
          : undefined,
  };
}
