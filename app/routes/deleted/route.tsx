import { Link, useLoaderData } from '@remix-run/react';
import styles from '~/styles/users.css?url';
import { AppLayout } from '~/ui/layout/app-layout';
import { createStyleLinks, createTitleMeta } from '~/ui/layout/document-head';
import { Pager } from '~/ui/table/pager';
import { TrashTable } from '~/ui/trash/trash-table';
import type { loader } from './view.server';

export const links = createStyleLinks(styles);

export const meta = createTitleMeta('Recently deleted');

export { clientAction, handle, shouldRevalidate } from '~/ui/form/unsent-form';

export { action } from './form.server';
export { loader } from './view.server';

export default function RecentlyDeleted() {
  const { days, pager, entries, showWhat } = useLoaderData<typeof loader>();
  return (
    <AppLayout>
      <h1>Recently deleted</h1>
      <p className="mt-1 mb-3 text-ink-muted">
        Deals that you deleted can be restored for {days} days, with evaluations and history.
      </p>
      {entries.length ? (
        <TrashTable entries={entries} showWhat={showWhat} />
      ) : (
        <p className="card p-6 text-center">
          Nothing to restore.{' '}
          <Link to="/dashboard" className="link">
            Back to the dashboard
          </Link>
        </p>
      )}
      <Pager {...pager} noun="deals" />
    </AppLayout>
  );
}
