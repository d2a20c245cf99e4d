import type { LoaderFunctionArgs } from '@remix-run/node';
import { parseDealQuery } from '~/address/deal-query';
import { isStaff, type Viewer } from '~/domain/access';
import { getDashboardFigures } from '~/domain/deal/count.server';
import { DASHBOARD_SORTS } from '~/domain/deal/sort';
import { listReceivedTransfers } from '~/domain/operations/transfer-notices.server';
import { MAX_OWNER_CHOICES } from '~/domain/user/owner-choices.server';
import { searchOwners } from '~/domain/user/owners.server';
import type { Locale } from '~/format/locale';
import { readLocale } from '~/http/session/appearance.server';
import { requireUser } from '~/http/session/guards.server';
import { loadActiveFilters } from '~/ui/deal-list/active-filters-view.server';
import { loadIndustriesView, loadList } from '~/ui/deal-list/list-view.server';
import { getSavedViewTabs } from '~/ui/saved-view/view-tabs.server';

export async function loader({ request }: LoaderFunctionArgs) {
  const viewer = await requireUser(request);
  return loadDashboardView(viewer, new URL(request.url), readLocale(request));
}

async function loadDashboardView(viewer: Viewer, url: URL, locale: Locale) {
  const { searchParams } = url;
  const query = parseDealQuery(searchParams, locale.timeZone);
  const { listed, ...figures } = await getDashboardFigures(viewer, query);
  const [transfers, list, industries, filters, owners, views] = await Promise.all([
    listReceivedTransfers(viewer),
    loadList(viewer, query, {
      params: searchParams,
      locale,
      total: listed,
      sorts: DASHBOARD_SORTS,
    }),
    loadIndustriesView(viewer),
    loadActiveFilters(viewer, query),
    loadOwnersView(viewer, searchParams.get('owners')),
    getSavedViewTabs(viewer, '/dashboard', searchParams),
  ]);
  return {
    transfers,
    views,
    query,
    ...figures,
    ...list,
    industries,
    filters,
    hasGroupFilter: isStaff(viewer),
    owners,
  };
}

export type DashboardView = Awaited<ReturnType<typeof loadDashboardView>>;

async function loadOwnersView(viewer: Viewer, typed: string | null) {
  if (typed === null) return undefined;
  const search = typed.trim();
  const owners = await searchOwners(viewer, search, MAX_OWNER_CHOICES + 1);
  return {
    search,
    list: owners.slice(0, MAX_OWNER_CHOICES),
    hasMore: owners.length > MAX_OWNER_CHOICES,
  };
}

export type OwnersView = NonNullable<Awaited<ReturnType<typeof loadOwnersView>>>;
