import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import { requireAdmin } from '~/web/session/auth.server';
import { AdminPage } from '~/components/admin/admin-frame';
import { styledBy, titled } from '~/components/frame/head';
import { Pager } from '~/components/list/pager';
import { TrashTable } from '~/components/admin/trash-table';
import { attempt } from '~/attempt.server';
import { readForm, readId } from '~/web/forms/request.server';
import { restore } from '~/models/trash/restore.server';
import { trashView } from '~/models/trash/list.server';
import { TRASH_DAYS } from '~/models/trash/rows.server';
import { adminStats } from '~/models/user/list.server';
import { readLocale } from '~/web/session/appearance.server';
import { makeToast, redirectWithToast } from '~/web/forms/toast.server';
import styles from '~/styles/users.css?url';

export const links = styledBy(styles);

export const meta = titled('Trash');

export { clientLoader } from '~/components/list/list-cache';

export async function loader({ request }: LoaderFunctionArgs) {
  const viewer = await requireAdmin(request);
  const { searchParams } = new URL(request.url);
  return {
    figures: await adminStats(viewer),
    trashDays: TRASH_DAYS,
    ...(await trashView(viewer, searchParams, readLocale(request))),
  };
}

export async function action({ request }: ActionFunctionArgs) {
  const viewer = await requireAdmin(request);
  const form = await readForm(request, { text: ['id'] });
  const id = readId(form.get('id') ?? undefined);
  const { value: restored, refused } = await attempt(() => restore(viewer, id));
  const toast = refused
    ? makeToast('Not restored', refused.message, true)
    : makeToast('Success', `${restored.name} restored`);
  return redirectWithToast('/admin/trash', toast);
}

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
