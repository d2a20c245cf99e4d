import type { LoaderFunctionArgs } from '@remix-run/node';
import { Link, useLoaderData } from '@remix-run/react';
import { requireUser } from '~/http/session/guards.server';
import styles from '~/styles/users.css?url';
import { AppLayout } from '~/ui/layout/app-layout';
import { createStyleLinks, createTitleMeta } from '~/ui/layout/document-head';
import { getSavedViewsPage } from './view.server';
import { ViewsTable } from './views-table';

export const links = createStyleLinks(styles);

export const meta = createTitleMeta('Views');

export { clientAction, handle, shouldRevalidate } from '~/ui/form/unsent-form';

export { action } from './form.server';

export async function loader({ request }: LoaderFunctionArgs) {
  return getSavedViewsPage(await requireUser(request));
}

export default function Views() {
  const { own, shared } = useLoaderData<typeof loader>();
  return (
    <AppLayout>
      <h1>Views</h1>
      <p className="mt-1 mb-3 text-ink-muted">
        Your saved lists of deals. They are shown as tabs above the list in this order.
      </p>
      {own.length > 0 && <ViewsTable label="Your views" views={own} isOwn />}
      {shared.length > 0 && (
        <>
          <h2 className="mt-6 mb-2">Shared by others</h2>
          <ViewsTable label="Shared by others" views={shared} />
        </>
      )}
      {!own.length && (
        <p className="card mt-4 p-6 text-center">
          You have no views yet. Filter or sort{' '}
          <Link to="/dashboard" className="link">
            the list
          </Link>
          , then choose Save view.
        </p>
      )}
    </AppLayout>
  );
}
