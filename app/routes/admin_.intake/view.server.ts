import type { LoaderFunctionArgs } from '@remix-run/node';
import { DECIDED_RETENTION_DAYS, JUNK_RETENTION_DAYS } from '~/domain/inbox/purge.server';
import { getIntakeForEdit } from '~/domain/intake/update.server';
import { getAdminStats } from '~/domain/user/admin-stats.server';
import { requireAdmin } from '~/http/session/guards.server';

export async function loader({ request }: LoaderFunctionArgs) {
  const viewer = await requireAdmin(request);
  const { pitch, blocked, seen, ...settings } = await getIntakeForEdit(viewer);
  return {
    figures: await getAdminStats(viewer),
    settings: { ...settings, pitch: pitch ? 'on' : '', blocked: blocked.join('\n') },
    seen,
    isOpen: pitch,
    retentionDays: { decided: DECIDED_RETENTION_DAYS, junk: JUNK_RETENTION_DAYS },
  };
}
