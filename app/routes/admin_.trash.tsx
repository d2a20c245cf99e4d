import type { LoaderFunctionArgs } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import { restoreFromTrash } from '~/domain/operations/trash/restore.server';
import { TRASH_RETENTION_DAYS } from '~/domain/operations/trash/retention';
import { getAdminStats } from '~/domain/user/admin-stats.server';
import { formAction } from '~/http/forms/form-action.server';
import { parseId } from '~/http/request/params.server';
import { readLocale } from '~/http/session/appearance.server';
import { requireAdmin } from '~/http/session/guards.server';
import styles from '~/styles/users.css?url';
import { AdminPage } from '~/ui/admin/admin-layout';
import { createStyleLinks, createTitleMeta } from '~/ui/layout/document-head';
import { Pager } from '~/ui/table/pager';
import { TrashTable } from '~/ui/trash/trash-table';
import { loadTrashView } from '~/ui/trash/trash-view.server';

export const links = createStyleLinks(styles);

export const meta = createTitleMeta('Trash');

const TRASH_PATH = '/admin/trash';

export { clientLoader } from '~/ui/layout/list-cache';

export async function loader({ request }: LoaderFunctionArgs) {
  const viewer = await requireAdmin(request);
  const { searchParams } = new URL(request.url);
  return {
    figures: await getAdminStats(viewer),
    trashDays: TRASH_RETENTION_DAYS,
    ...(await loadTrashView(viewer, searchParams, readLocale(request))),
  };
}

export const action = formAction({
  access: 'admin',
  fields: { text: ['id'] },
  async handler({ viewer, form }) {
    const { name } = await restoreFromTrash(viewer, parseId(form.get('id')));
    return { redirectTo: TRASH_PATH, toast: { title: 'Success', text: `${name} restored` } };
  },
  onError(error) {
    const toast = { title: 'Not restored', text: error.message, failed: true };
    return { redirectTo: TRASH_PATH, toast };
  },
});

export default function TrashPage() {
  const { figures, pager, trashDays, entries } = useLoaderData<typeof loader>();
  return (
    <AdminPage title="Trash" figures={figures}>
      <p className="mb-3 text-ink-muted">
        Deleted deals and users can be restored for {trashDays} days, with evaluations and history.
      </p>
      {entries.length ? (
        <TrashTable entries={entries} showWhat showDeletedBy />
      ) : (
        <p className="card p-6 text-center">The trash is empty.</p>
      )}
      <Pager {...pager} noun="entries" />
    </AdminPage>
  );
}
