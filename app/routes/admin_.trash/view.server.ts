import type { LoaderFunctionArgs } from '@remix-run/node';
import { TRASH_RETENTION_DAYS } from '~/domain/operations/trash/retention';
import { getAdminStats } from '~/domain/user/admin-stats.server';
import { readLocale } from '~/http/session/appearance.server';
import { requireAdmin } from '~/http/session/guards.server';
import { loadTrashView } from '~/ui/trash/trash-view.server';

export async function loader({ request }: LoaderFunctionArgs) {
  const viewer = await requireAdmin(request);
  const { searchParams } = new URL(request.url);
  return {
    figures: await getAdminStats(viewer),
    trashDays: TRASH_RETENTION_DAYS,
    ...(await loadTrashView(viewer, searchParams, readLocale(request))),
  };
}
