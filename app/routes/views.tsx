import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node';
import { Link, useLoaderData } from '@remix-run/react';
import { requireUser } from '~/web/session/auth.server';
import { Frame } from '~/components/frame/frame';
import { styledBy, titled } from '~/components/frame/head';
import { ViewsTable } from '~/components/list/views-table';
import { viewsView } from '~/models/view/list.server';
import { adoptView, changeView, moveView, setStartView } from '~/models/view/store.server';
import type { Viewer } from '~/models/access';
import { attempt } from '~/attempt.server';
import { badRequest } from '~/refusal';
import { readForm, readId } from '~/web/forms/request.server';
import { makeToast, stayWithToast } from '~/web/forms/toast.server';
import styles from '~/styles/users.css?url';

export const links = styledBy(styles);

export const meta = titled('Views');

export async function loader({ request }: LoaderFunctionArgs) {
  return viewsView(await requireUser(request));
}

export async function action({ request }: ActionFunctionArgs) {
  const viewer = await requireUser(request);
  const form = await readForm(request, { text: ['intent', 'id'] });
  const id = readId(form.get('id') ?? undefined);
  const { value, refused } = await attempt(() => runIntent(viewer, form.get('intent') ?? '', id));
  const toast = refused
    ? makeToast('Not changed', refused.message, true)
    : makeToast('Success', value);
  return stayWithToast('/views', toast);
}

/** Returns what to say. Throws 400, 403 and 404. */
async function runIntent(viewer: Viewer, intent: string, id: number): Promise<string> {
  switch (intent) {
    case 'up':
    case 'down':
      await moveView(viewer, id, intent === 'up' ? -1 : 1);
      return 'View moved';
    case 'share':
    case 'unshare':
      await changeView(viewer, id, { isShared: intent === 'share' });
      return intent === 'share' ? 'View shared with everyone' : 'View no longer shared';
    case 'adopt':
      await adoptView(viewer, id);
      return 'You now own this view';
    case 'start':
      await setStartView(viewer, id);
      return 'This view is now your default';
    case 'unstart':
      await setStartView(viewer, null);
      return 'The dashboard is now your default';
    default:
      throw badRequest('Unknown action.');
  }
}

export default function Views() {
  const { own, shared } = useLoaderData<typeof loader>();
  return (
    <Frame>
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
    </Frame>
  );
}
