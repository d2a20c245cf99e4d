import type { LoaderFunctionArgs } from '@remix-run/node';
import { parseDealQuery } from '~/address/deal-query';
import { listDealRows } from '~/domain/deal/list.server';
import { readLocale } from '~/http/session/appearance.server';
import { requireUser } from '~/http/session/guards.server';
import { loadAskedRoundsView } from '~/ui/round/asked-rounds-view.server';
import { loadOwnTasksView } from '~/ui/task/task-view.server';

const MAX_SUGGESTED_DEALS = 200;

export async function loader({ request }: LoaderFunctionArgs) {
  const viewer = await requireUser(request);
  const locale = readLocale(request);
  const query = parseDealQuery(new URLSearchParams({ sort: 'updated_desc' }), locale.timeZone);
  const deals = await listDealRows(viewer, query, { limit: MAX_SUGGESTED_DEALS, offset: 0 });
  return {
    ...(await loadOwnTasksView(viewer, locale)),
    asked: await loadAskedRoundsView(viewer, locale),
    deals: deals.map(({ id, companyName }) => ({ id, companyName })),
  };
}
