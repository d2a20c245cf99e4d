import type { LoaderFunctionArgs } from '@remix-run/node';
import { parseDealQuery } from '~/address/deal-query';
import type { Viewer } from '~/domain/access';
import { countDeals } from '~/domain/deal/count.server';
import { ADMIN_SORTS } from '~/domain/deal/sort';
import { getAdminStats } from '~/domain/user/admin-stats.server';
import { MAX_OWNER_CHOICES } from '~/domain/user/owner-choices.server';
import { createOwnerOption, listOwners } from '~/domain/user/owners.server';
import type { Locale } from '~/format/locale';
import { readLocale } from '~/http/session/appearance.server';
import { requireStaff } from '~/http/session/guards.server';
import { loadActiveFilters } from '~/ui/deal-list/active-filters-view.server';
import { loadIndustriesView, loadList } from '~/ui/deal-list/list-view.server';
import { getSavedViewTabs } from '~/ui/saved-view/view-tabs.server';

/** Offered to staff even if no deal has it (rule 4.5). */
const EXTRA_STAFF_INDUSTRY = 'CB';

export async function loader({ request }: LoaderFunctionArgs) {
  const viewer = await requireStaff(request);
  return loadAdminDealsView(viewer, new URL(request.url).searchParams, readLocale(request));
}

async function loadAdminDealsView(viewer: Viewer, params: URLSearchParams, locale: Locale) {
  const query = parseDealQuery(params, locale.timeZone);
  const [figures, total, filters] = await Promise.all([
    getAdminStats(viewer),
    countDeals(viewer, query),
    loadActiveFilters(viewer, query, 'User'),
  ]);
  const [list, industries, owners, views] = await Promise.all([
    loadList(viewer, query, { params, locale, total, sorts: ADMIN_SORTS }),
    loadIndustriesView(viewer, EXTRA_STAFF_INDUSTRY),
    figures.users <= MAX_OWNER_CHOICES ? listOwners(viewer) : undefined,
    getSavedViewTabs(viewer, '/admin/pipelines', params),
  ]);
  return {
    figures,
    views,
    query,
    ...list,
    industries,
    filters,
    owners: owners?.map(createOwnerOption),
  };
}
