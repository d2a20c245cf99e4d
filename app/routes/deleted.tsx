import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node';
import { Link, useLoaderData } from '@remix-run/react';
import { requireUser } from '~/web/session/auth.server';
import { Frame } from '~/components/frame/frame';
import { styledBy, titled } from '~/components/frame/head';
import { Pager } from '~/components/list/pager';
import { TrashTable } from '~/components/admin/trash-table';
import { deletedView } from '~/models/trash/list.server';
import { restoreDeleted } from '~/models/trash/restore.server';
import { TRASH_DAYS } from '~/models/trash/rows.server';
import { restoredText, skippedText } from '~/models/selection';
import { readLocale } from '~/web/session/appearance.server';
import { readForm, safePath } from '~/web/forms/request.server';
import { dealIds, SELECTION_FIELDS, readSelection } from '~/web/forms/selection.server';
import { makeToast, stayWithToast } from '~/web/forms/toast.server';
import styles from '~/styles/users.css?url';

export const links = styledBy(styles);

export const meta = titled('Recently deleted');

export async function loader({ request }: LoaderFunctionArgs) {
  const viewer = await requireUser(request);
  const { searchParams } = new URL(request.url);
  return {
    days: TRASH_DAYS,
    ...(await deletedView(viewer, searchParams, readLocale(request))),
  };
}

export async function action({ request }: ActionFunctionArgs) {
  const viewer = await requireUser(request);
  const form = await readForm(request, SELECTION_FIELDS);
  const back = safePath(form.get('back')) ?? '/deleted';
  const ids = readSelection(form);
  const { restored, kept } = await restoreDeleted(viewer, dealIds(ids));
  if (!restored.length) {
    const why = kept[0] ?? 'This is no longer in the trash.';
    return stayWithToast(back, makeToast('Not restored', why, true));
  }
  const skipped = skippedText({
    gone: ids.length - restored.length - kept.length,
    keptReasons: kept,
  });
  const text = [restoredText(restored), skipped].filter(Boolean).join(', ');
  return stayWithToast(back, makeToast('Success', text));
}

export default function RecentlyDeleted() {
  const { days, pager, entries, showWhat } = useLoaderData<typeof loader>();
  return (
    <Frame>
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
    </Frame>
  );
}
