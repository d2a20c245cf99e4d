import type { LoaderFunctionArgs } from '@remix-run/node';
import { paginate, parsePage } from '~/address/page';
import type { Viewer } from '~/domain/access';
import { countHistory, listHistory } from '~/domain/timeline/list.server';
import { getAdminStats } from '~/domain/user/admin-stats.server';
import type { Locale } from '~/format/locale';
import { readLocale } from '~/http/session/appearance.server';
import { requireAdmin } from '~/http/session/guards.server';
import { loadChangeContext, toChangeView } from '~/ui/history/change-view.server';
import { parseHistoryQuery } from '~/ui/history/history-query.server';

export async function loader({ request }: LoaderFunctionArgs) {
  const viewer = await requireAdmin(request);
  return loadHistoryView(viewer, new URL(request.url).searchParams, readLocale(request));
}

export async function loadHistoryView(viewer: Viewer, params: URLSearchParams, locale: Locale) {
  const { typed, query } = parseHistoryQuery(params, locale.timeZone);
  const { pager, slice } = paginate(parsePage(params), await countHistory(viewer, query));
  const changes = await listHistory(viewer, query, slice);
  const context = await loadChangeContext(viewer, changes, locale);
  return {
    figures: await getAdminStats(viewer),
    typed,
    pager,
    changes: changes.map((change) => toChangeView(change, context)),
  };
}
