import type { LoaderFunctionArgs } from '@remix-run/node';
import { TRASH_RETENTION_DAYS } from '~/domain/operations/trash/retention';
import { readLocale } from '~/http/session/appearance.server';
import { requireUser } from '~/http/session/guards.server';
import { loadDeletedView } from '~/ui/trash/trash-view.server';

export async function loader({ request }: LoaderFunctionArgs) {
  const viewer = await requireUser(request);
  const { searchParams } = new URL(request.url);
  return {
    days: TRASH_RETENTION_DAYS,
    ...(await loadDeletedView(viewer, searchParams, readLocale(request))),
  };
}
