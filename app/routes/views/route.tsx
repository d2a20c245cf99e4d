import type { LoaderFunctionArgs } from '@remix-run/node';
import { Link, useLoaderData } from '@remix-run/react';
import type { Viewer } from '~/domain/access';
import { moveSavedView, setStartSavedView } from '~/domain/saved-view/arrange.server';
import { adoptSavedView } from '~/domain/saved-view/create.server';
import { updateSavedView } from '~/domain/saved-view/update.server';
import { badRequest } from '~/errors';
import { formAction } from '~/http/forms/form-action.server';
import { parseId } from '~/http/request/params.server';
import { requireUser } from '~/http/session/guards.server';
import styles from '~/styles/users.css?url';
import { AppLayout } from '~/ui/layout/app-layout';
import { createStyleLinks, createTitleMeta } from '~/ui/layout/document-head';
import { getSavedViewsPage } from './view.server';
import { ViewsTable } from './views-table';

export const links = createStyleLinks(styles);

export const meta = createTitleMeta('Views');

export async function loader({ request }: LoaderFunctionArgs) {
  return getSavedViewsPage(await requireUser(request));
}

export const action = formAction({
  fields: { text: ['intent', 'id'] },
  async handler({ viewer, form }) {
    const text = await runIntent(viewer, form.get('intent') ?? '', parseId(form.get('id')));
    return { redirectTo: '/views', toast: { title: 'Success', text }, replace: true };
  },
  onError(error) {
    const toast = { title: 'Not changed', text: error.message, failed: true };
    return { redirectTo: '/views', toast, replace: true };
  },
});

/** Returns the text of the message. Throws 400, 403 and 404. */
async function runIntent(viewer: Viewer, intent: string, id: number): Promise<string> {
  switch (intent) {
    case 'up':
    case 'down':
      await moveSavedView(viewer, id, intent === 'up' ? -1 : 1);
      return 'View moved';
    case 'share':
    case 'unshare':
      await updateSavedView(viewer, id, { isShared: intent === 'share' });
      return intent === 'share' ? 'View shared with everyone' : 'View no longer shared';
    case 'adopt':
      await adoptSavedView(viewer, id);
      return 'You now own this view';
    case 'start':
      await setStartSavedView(viewer, id);
      return 'This view is now your default';
    case 'unstart':
      await setStartSavedView(viewer, null);
      return 'The dashboard is now your default';
    default:
      throw badRequest('Unknown action.');
  }
}

export default function Views() {
  const { own, shared } = useLoaderData<typeof loader>();
  return (
    <AppLayout>
      <h1>Views</h1>
      <p className="mt-1 mb-3 text-ink-muted">
        Your saved lists of deals. They are tabs above the list, in this order.
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
