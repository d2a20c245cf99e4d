import { useLoaderData } from '@remix-run/react';
import styles from '~/styles/users.css?url';
import { AdminPage } from '~/ui/admin/admin-layout';
import { createStyleLinks, createTitleMeta } from '~/ui/layout/document-head';
import { Pager } from '~/ui/table/pager';
import { TrashTable } from '~/ui/trash/trash-table';
import type { loader } from './view.server';

export const links = createStyleLinks(styles);

export const meta = createTitleMeta('Trash');

export { clientLoader } from '~/ui/layout/list-cache';

export { clientAction, handle, shouldRevalidate } from '~/ui/form/unsent-form';

export { action } from './form.server';
export { loader } from './view.server';

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
