import type { LoaderFunctionArgs } from '@remix-run/node';
import { createCustomFieldView } from '~/domain/custom-field/json';
import { listCustomFields } from '~/domain/custom-field/list.server';
import { getAdminStats } from '~/domain/user/admin-stats.server';
import { requireAdmin } from '~/http/session/guards.server';

export async function loader({ request }: LoaderFunctionArgs) {
  const viewer = await requireAdmin(request);
  return {
    figures: await getAdminStats(viewer),
    fields: (await listCustomFields()).map(createCustomFieldView),
  };
}
